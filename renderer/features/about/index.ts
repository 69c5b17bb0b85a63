export { AboutDialog } from "./about-dialog.tsx";
