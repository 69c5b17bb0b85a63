import { cleanLine } from "../../../contract/forms/clean-text.ts";
import { mayHaveBeenMade } from "../../../contract/records/attempts.ts";
import type { ListedItem, ListedPatient } from "../../../contract/records/item.ts";
import { bookingEnd, detailsMayDiffer, isExistingPatient } from "../../ui/item-words.ts";

/** How a person finds out, and what is safe to do. Nothing can be read back from the service by this program. */
export function checkingHelp(item: ListedItem): string {
  switch (item.kind) {
    case "booking":
      return item.result === null
        ? "Look in the service's own schedule, or call, for this patient at this time. If it is there, mark it; if it is not there, it is safe to send it again."
        : `The service had answered${item.result.appointment === null ? "" : ` with booking #${String(item.result.appointment.id)}`}. Ask whether that one is there, and is this visit: if it is, mark it; book it again only when it is not.`;
    case "patient":
      return `Sending it again is safe: by the external ID ${sentExternalId(item)} the service recognises the patient, and does not make a second one. Look first at what answered: while something else stands in the service's place, the same comes again.`;
    case "webhook":
      return "Registering it again is safe: the service's list is read first, and what stands there is not registered a second time. Look first at what answered: while something else stands in the service's place, the same comes again.";
  }
}

const sentExternalId = (item: ListedPatient): string =>
  cleanLine(item.heldExternalId ?? (item.form.externalId.trim() || item.generatedExternalId), 60);

/** What must be known beside the refusal of the last try; null when nothing was made by any. */
export function refusedHelp(item: ListedItem): string | null {
  if (item.status !== "needs-editing" || !mayHaveBeenMade(item)) return null;
  const existing = item.problem?.details.existingPatientId;
  if (item.kind === "patient" && existing !== undefined)
    return `Your earlier try may have made this patient: it is #${String(existing)}. With another external ID a second patient may be made.`;
  if (item.problem?.code === "patient-exists")
    return "An earlier try may have made this patient. With another external ID a second one may be made.";
  return item.kind === "patient"
    ? "The last try was refused, but an earlier one may have made this patient. The external ID stays, so that the service recognises it."
    : "The last try was refused, but an earlier one may have been taken. Ask the service before it is sent again.";
}

/** What throwing an item away means. */
export function discardWords(item: ListedItem): string {
  if (item.status === "needs-checking" || mayHaveBeenMade(item))
    return "It may have been made all the same: discarding here does not cancel it at the service. It is not sent again, and what was typed is no longer offered.";
  switch (item.kind) {
    case "booking":
      return "This booking is not sent. What was typed is no longer offered, and the appointment is not made by it.";
    case "patient":
      return "This patient is not created. Bookings that wait for the patient cannot be sent.";
    case "webhook":
      return "This webhook is not registered.";
  }
}

/** Where an item is now that it has left the outbox. */
export function endWords(item: ListedItem): string {
  if (item.status === "discarded")
    return mayHaveBeenMade(item)
      ? "Discarded. An earlier try may have been made all the same. It is not sent again."
      : "Discarded. It is not sent.";
  switch (item.kind) {
    case "booking":
      return item.result?.markedByPerson === true
        ? "Marked as booked by a person at this desk. It is among the bookings."
        : `${item.result === null ? "The service has it" : bookingEnd(item.result).title}. It is among the bookings.`;
    case "patient":
      return patientEnd(item);
    case "webhook":
      return "The service has this registration.";
  }
}

function patientEnd(item: ListedPatient): string {
  const number = item.result === null ? "" : ` #${String(item.result.patientId)}`;
  const what = isExistingPatient(item)
    ? `Patient${number} is used.`
    : `The service has this patient${number === "" ? "" : ` as${number}`}.`;
  return item.result?.detailsMayDiffer === true ? `${what} ${detailsMayDiffer()}` : what;
}
