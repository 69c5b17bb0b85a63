import type { Failure } from "../../../contract/failure.ts";
import type { PatientItem } from "../../../contract/records/item.ts";

/** What became of a patient that was sent, in the cases the screen tells apart. */
export type PatientOutcome =
  | { readonly kind: "created"; readonly patientId: number; readonly recordId: string | null }
  /** 409: a person chooses between the existing patient and another external ID. */
  | {
      readonly kind: "exists";
      readonly externalId: string;
      readonly existingPatientId: number | null;
      readonly message: string;
    }
  | { readonly kind: "refused"; readonly failure: Failure }
  /** Complete and kept; it will be sent by itself. */
  | { readonly kind: "saved"; readonly reason: string | null; readonly recordId: string | null }
  | { readonly kind: "unclear"; readonly reason: string | null }
  | { readonly kind: "open" };

export const savedNotCreated = "Saved on this computer – not created yet.";

/** The sentence over the two buttons of a 409. The number is only named when the answer named it. */
export function existsSentence(externalId: string, patientId: number | null): string {
  return patientId === null
    ? `External ID ${externalId} already belongs to another patient. The service did not say which.`
    : `External ID ${externalId} already belongs to patient #${patientId}.`;
}

function refusal(item: PatientItem): PatientOutcome {
  const problem = item.problem;
  if (problem === null) return { kind: "open" };
  if (problem.code !== "patient-exists") return { kind: "refused", failure: problem };
  const externalId = (problem.details.externalId ?? item.form.externalId) || item.generatedExternalId;
  const existingPatientId = problem.details.existingPatientId ?? null;
  return {
    kind: "exists",
    externalId,
    existingPatientId,
    message: existsSentence(externalId, existingPatientId),
  };
}

/** What an item's status means to the person who pressed "Create patient". */
export function patientOutcome(item: PatientItem): PatientOutcome {
  switch (item.status) {
    case "done":
      return item.result === null
        ? { kind: "unclear", reason: item.problem?.message ?? null }
        : { kind: "created", patientId: item.result.patientId, recordId: item.patientRecordId };
    case "ready":
    case "sending":
    case "waiting-for-patient":
      return { kind: "saved", reason: item.problem?.message ?? null, recordId: item.patientRecordId };
    case "needs-editing":
      return refusal(item);
    case "needs-checking":
    case "needs-card":
      return { kind: "unclear", reason: item.problem?.message ?? null };
    case "draft":
    case "discarded":
      return { kind: "open" };
  }
}
