import { isBlankForm } from "../../../shared/core/form.ts";
import { patientFields } from "../../../shared/patients/patient-form.ts";
import type { ListedPatient } from "../../../shared/outbox/item.ts";
import { useOpenDrafts } from "../../lib/use-open-drafts.ts";

/** New patients that were begun, the newest first; a form of which nothing is left is none. */
export const useUnfinishedPatients = (most: number): readonly ListedPatient[] =>
  useOpenDrafts("patient", most * 2)
    .drafts.filter(({ form }) => !isBlankForm(patientFields, form))
    .slice(0, most);
