export { ExportButton } from "./export-button.tsx";
export { useDroppedPatients } from "./use-dropped-patients.ts";
