import type { Failure } from "../../../shared/core/failure.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import type { RecordsKept } from "../../lib/hooks.ts";
import { said } from "../../../messages/saying.ts";
import { isExistingPatient, isRefusedUnsaid, formatTokenRefused } from "../../lib/item-kinds.ts";

type NumberedPatient = {
  readonly patientId: number;
  readonly recordId: string | null;
  /** What else must be known; null when what was typed is what the service has. */
  readonly caution: string | null;
};

/** What became of a patient that was sent, in the cases the screen tells apart. */
export type PatientOutcome =
  | ({ readonly kind: "created" } & NumberedPatient)
  /** The service had the patient already, and a person took that one: nothing was created for this form. */
  | ({ readonly kind: "used" } & NumberedPatient)
  /** 409: a person chooses between the existing patient and another external ID. */
  | {
      readonly kind: "exists";
      readonly externalId: string;
      readonly existingPatientId: number | null;
      readonly message: string;
      /** An earlier try of this form may have made that patient. */
      readonly mayBeOurs: boolean;
    }
  /** `mayBeMade`: by an earlier try. */
  | { readonly kind: "refused"; readonly failure: Failure; readonly mayBeMade: boolean }
  /** It is under way, and may have been created. */
  | { readonly kind: "sending"; readonly recordId: string | null }
  /** Complete and kept; it will be sent by itself. `token`: the title when it waits for another token. */
  | {
      readonly kind: "saved";
      readonly reason: string | null;
      readonly recordId: string | null;
      readonly token: string | null;
      /** By an earlier try, also of the form before it. */
      readonly mayBeMade: boolean;
    }
  | { readonly kind: "unclear"; readonly reason: string | null }
  | { readonly kind: "open" };

/** What is true of a patient who is kept here and was, or was not, possibly made by an earlier try. */
export const formatSavedPatient = (mayBeMade: boolean, kept: RecordsKept): string =>
  words.patients.saved[mayBeMade ? "mayBeCreated" : "notCreated"]({ kept });

/** The sentence over the two buttons of a 409. The number is only named when the answer named it. */
export function formatExists(id: string, patientId: number | null): string {
  const externalId = cleanLine(id, 60);
  const { exists } = words.patients;
  return patientId === null ? exists.unknown({ externalId }) : exists.known({ externalId, id: patientId });
}

/** What is announced of a patient when the answer comes; null while there is nothing to say. */
export function announcePatient(item: PatientItem, kept: RecordsKept): string | null {
  const outcome = toPatientOutcome(item);
  const news = words.patients.announce;
  switch (outcome.kind) {
    case "created":
      return news.created({ id: outcome.patientId });
    case "used":
      return news[outcome.caution === null ? "used" : "usedDiffers"]({ id: outcome.patientId });
    case "saved":
      return formatSavedPatient(outcome.mayBeMade, kept);
    case "sending":
      return words.patients.end.sending;
    default:
      return null;
  }
}

type TitleContext = { readonly name: string; readonly kept: RecordsKept };

/** The title over what became of a patient; null while there is nothing to say. */
export function formatPatientTitle(outcome: PatientOutcome, { name, kept }: TitleContext): string | null {
  const { end } = words.patients;
  switch (outcome.kind) {
    case "created":
      return end.created({ name, id: outcome.patientId });
    case "used":
      return end.used({ id: outcome.patientId });
    case "exists":
      return outcome.message;
    case "refused":
      if (outcome.mayBeMade) return end.refusedUnclear;
      return isRefusedUnsaid({ status: "needs-editing", problem: outcome.failure })
        ? end.refusedUnsaid
        : end.refused;
    case "saved":
      return outcome.token ?? formatSavedPatient(outcome.mayBeMade, kept);
    case "sending":
      return end.sending;
    case "unclear":
      return end.unclear;
    case "open":
      return null;
  }
}

function refusal(item: PatientItem): PatientOutcome {
  const problem = item.problem;
  if (problem === null) return { kind: "open" };
  const mayBeMade = mayHaveBeenMade(item);
  if (problem.code !== "patient-exists") return { kind: "refused", failure: problem, mayBeMade };
  const externalId = (problem.details.externalId ?? item.form.externalId) || item.generatedExternalId;
  const existingPatientId = problem.details.existingPatientId ?? null;
  return {
    kind: "exists",
    externalId,
    existingPatientId,
    message:
      mayBeMade && existingPatientId !== null
        ? words.patients.exists.ours({ id: existingPatientId })
        : formatExists(externalId, existingPatientId),
    mayBeOurs: mayBeMade,
  };
}

/** What an item's status means to the person who pressed "Create patient". */
export function toPatientOutcome(item: PatientItem): PatientOutcome {
  switch (item.status) {
    case "done":
      return item.result === null
        ? { kind: "unclear", reason: item.problem === null ? null : said(item.problem.why) }
        : {
            kind: isExistingPatient(item) ? "used" : "created",
            patientId: item.result.patientId,
            recordId: item.patientRecordId,
            caution: item.result.detailsMayDiffer === true ? words.items.detailsMayDiffer : null,
          };
    case "sending":
      return { kind: "sending", recordId: item.patientRecordId };
    case "ready":
    case "saved-for-later":
    case "waiting-for-patient":
    case "elsewhere":
      return {
        kind: "saved",
        reason: item.problem === null ? null : said(item.problem.why),
        recordId: item.patientRecordId,
        token: formatTokenRefused(item),
        mayBeMade: mayHaveBeenMade(item),
      };
    case "needs-editing":
      return refusal(item);
    case "needs-checking":
    case "needs-card":
      return { kind: "unclear", reason: item.problem === null ? null : said(item.problem.why) };
    case "draft":
    case "on-hold":
    case "discarded":
      return { kind: "open" };
  }
}
