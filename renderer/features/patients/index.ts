export { describePatient, patientFacts, unfinishedName } from "./describe.ts";
export { ExistingPatient } from "./existing-patient.tsx";
export { PatientEditor, type PatientEditorProps } from "./patient-editor.tsx";
export { PatientsView } from "./view.tsx";
