import { isBlankForm } from "../../../domain/form.ts";
import { patientFields } from "../../../domain/patient/patient-form.ts";
import type { ListedPatient } from "../../../contract/records/item.ts";
import { useOpenDrafts } from "../../state/use-open-drafts.ts";

/** New patients that were begun, the newest first; a form of which nothing is left is none. */
export const useUnfinishedPatients = (most: number): readonly ListedPatient[] =>
  useOpenDrafts("patient", most * 2)
    .drafts.filter(({ form }) => !isBlankForm(patientFields, form))
    .slice(0, most);
