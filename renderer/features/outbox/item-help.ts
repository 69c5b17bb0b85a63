import { cleanLine } from "../../../domain/clean-text.ts";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { ListedItem, ListedPatient } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { bookingEnd, isExistingPatient } from "../../ui/item-words.ts";

/** How a person finds out, and what is safe to do. Nothing can be read back from the service by this program. */
export function checkingHelp(item: ListedItem): string {
  const help = words.outbox.checking;
  switch (item.kind) {
    case "booking":
      if (item.result === null) return help.booking;
      return item.result.appointment === null
        ? help.answered
        : help.answeredAs({ id: item.result.appointment.id });
    case "patient":
      return help.patient({ externalId: sentExternalId(item) });
    case "webhook":
      return help.webhook;
  }
}

const sentExternalId = (item: ListedPatient): string =>
  cleanLine(item.heldExternalId ?? (item.form.externalId.trim() || item.generatedExternalId), 60);

/** What must be known beside the refusal of the last try; null when nothing was made by any. */
export function refusedHelp(item: ListedItem): string | null {
  if (item.status !== "needs-editing" || !mayHaveBeenMade(item)) return null;
  const help = words.outbox.refused;
  const existing = item.problem?.details.existingPatientId;
  if (item.kind === "patient" && existing !== undefined) return help.ours({ id: existing });
  if (item.problem?.code === "patient-exists") return help.exists;
  return item.kind === "patient" ? help.patient : help.other;
}

/** What throwing an item away means. */
export const discardWords = (item: ListedItem): string =>
  words.outbox.discardText[item.status === "needs-checking" || mayHaveBeenMade(item) ? "unclear" : item.kind];

/** Where an item is now that it has left the outbox. */
export function endWords(item: ListedItem): string {
  const end = words.outbox.end;
  if (item.status === "discarded") return mayHaveBeenMade(item) ? end.discardedUnclear : end.discarded;
  switch (item.kind) {
    case "booking":
      if (item.result === null) return end.bookingTaken;
      return item.result.markedByPerson ? end.marked : end.booking({ status: bookingEnd(item.result).title });
    case "patient":
      return patientEnd(item);
    case "webhook":
      return end.webhook;
  }
}

function patientEnd(item: ListedPatient): string {
  const end = words.outbox.end;
  if (item.result === null) return end.patient;
  const { patientId: id, detailsMayDiffer } = item.result;
  if (!isExistingPatient(item)) return end.patientAs({ id });
  return detailsMayDiffer === true ? end.usedDiffers({ id }) : end.used({ id });
}
