import { cleanLine } from "../../contract/forms/clean-text.ts";
import { mayHaveBeenMade, wasUncertain } from "../../contract/records/attempts.ts";
import type {
  ListedBooking,
  ListedItem,
  ItemKind,
  ItemStatus,
  ListedPatient,
} from "../../contract/records/item.ts";

/** What an item came to, in one word and one title, and how good that is. */
export type EndWords = {
  /** On a badge: `Denied`. */
  readonly word: string;
  /** Over the facts: `Denied by the service`. */
  readonly title: string;
  readonly tone: "success" | "info" | "warning" | "danger";
};

/** The statuses that the interface names, however their letters are written. */
const named: ReadonlyMap<string, EndWords> = new Map([
  ["pending", { word: "Pending", title: "Booked – waiting for approval (Pending)", tone: "info" }],
  ["in progress", { word: "In Progress", title: "Booked – status “In Progress”", tone: "success" }],
  ["completed", { word: "Completed", title: "Booked – status “Completed”", tone: "success" }],
  ["canceled", { word: "Canceled", title: "Canceled by the service", tone: "warning" }],
  ["cancelled", { word: "Canceled", title: "Canceled by the service", tone: "warning" }],
  ["denied", { word: "Denied", title: "Denied by the service", tone: "danger" }],
]);

/** What the service's answer to a booking says of it. "Booked" alone is never said: its status is. */
export function bookingEnd({ appointment, markedByPerson }: NonNullable<ListedBooking["result"]>): EndWords {
  if (appointment === null) {
    return markedByPerson
      ? { word: "Marked as booked", title: "Marked as booked", tone: "info" }
      : {
          word: "Answer not read",
          title: "The service took it, but its answer could not be read",
          tone: "warning",
        };
  }
  const status = cleanLine(appointment.status ?? "", 40);
  const known = named.get(status.toLowerCase());
  if (known !== undefined) return known;
  return status === ""
    ? { word: "Status not known", title: "Booked – the service gave no status", tone: "info" }
    : { word: status, title: `Booked – status “${status}”`, tone: "info" };
}

/** Said of a patient whose details went out more than once, or were the service's already. */
export const detailsMayDiffer =
  "The service may hold other details (address, phone) than what was typed here.";

/** A patient who was known to the service already, and is now used: nothing was created for this item. */
export const isExistingPatient = (item: ListedPatient): boolean => {
  if (item.status !== "done") return false;
  if (item.result?.detailsMayDiffer === true) return true;
  // Made by an earlier try of its own, which a 409 for an ID that nobody else can have shows.
  const isOwn = item.form.externalId.trim() === "" && wasUncertain(item.attempts);
  return item.attempts.at(-1)?.status === 409 && !isOwn;
};

const statusWords: Record<ItemStatus, string> = {
  draft: "Draft",
  "waiting-for-patient": "Waiting for its patient",
  ready: "Ready to send",
  sending: "Sending",
  "needs-card": "Needs card",
  "needs-editing": "Needs editing",
  "needs-checking": "Needs checking",
  done: "Done",
  discarded: "Discarded",
};
const madeWords: Record<ItemKind, string> = { booking: "Booked", patient: "Created", webhook: "Registered" };

/** What came of an item that is done. */
export function endOf(item: ListedItem): EndWords {
  if (item.kind === "booking" && item.result !== null) return bookingEnd(item.result);
  const word = item.kind === "patient" && isExistingPatient(item) ? "In use" : madeWords[item.kind];
  return { word, title: word, tone: "success" };
}

/** The word for where an item stands; of one that is done, what was done. */
export const itemWord = (item: ListedItem): string =>
  item.status === "done" ? endOf(item).word : statusWords[item.status];

const notMade: Record<ItemKind, string> = {
  booking: "Not booked. ",
  patient: "Not created. ",
  webhook: "Not registered. ",
};

/** What is said of an item that waits for another token; null for one that does not. */
export function tokenRefused(item: ListedItem): { readonly title: string; readonly text: string } | null {
  if (item.status !== "ready" || item.problem?.code !== "token-refused") return null;
  return {
    title: `${mayHaveBeenMade(item) ? "" : notMade[item.kind]}The access token was refused.`,
    text: "It is saved and goes out after a new token.",
  };
}
