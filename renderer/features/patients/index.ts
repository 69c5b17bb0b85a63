export { describePatient, patientFacts, unfinishedName } from "./describe.ts";
export { PatientEditor, type PatientEditorProps } from "./patient-editor.tsx";
export { PatientsView } from "./view.tsx";
