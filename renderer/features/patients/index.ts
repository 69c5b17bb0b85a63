export {
  createDetail,
  createWords,
  describePatient,
  listPatientFacts,
  describePatientLine,
  formatUnfinishedName,
} from "./describe.ts";
export { EraseQuestion, type Erased, type Forgotten } from "./erase-question.tsx";
export { ExistingPatient } from "./existing-patient.tsx";
export { PatientEditor, type PatientEditorProps } from "./patient-editor.tsx";
export { useUnfinishedPatients } from "./use-unfinished.ts";
export { PatientsView } from "./view.tsx";
export { takeZipOffer, ZipOffer } from "./zip-offer.tsx";
