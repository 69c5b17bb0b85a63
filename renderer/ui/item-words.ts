import { cleanLine } from "../../domain/clean-text.ts";
import { mayHaveBeenMade, wasUncertain } from "../../contract/records/attempts.ts";
import type { ListedBooking, ListedItem, ListedPatient } from "../../contract/records/item.ts";
import { type Words, words } from "../../messages/words.ts";

/** What an item came to, in one word and one title, and how good that is. */
export type EndWords = {
  /** On a badge: `Denied`. */
  readonly word: string;
  /** Over the facts: `Denied by the service`. */
  readonly title: string;
  readonly tone: "success" | "info" | "warning" | "danger";
};

type Named = readonly [name: keyof Words["items"]["appointment"], tone: EndWords["tone"]];

/** The statuses that the interface names, however their letters are written. */
const named: ReadonlyMap<string, Named> = new Map<string, Named>([
  ["pending", ["pending", "info"]],
  ["in progress", ["inProgress", "success"]],
  ["completed", ["completed", "success"]],
  ["canceled", ["canceled", "warning"]],
  ["cancelled", ["canceled", "warning"]],
  ["denied", ["denied", "danger"]],
]);

const appointmentEnd = ([name, tone]: Named): EndWords => ({ ...words.items.appointment[name], tone });

/** What the service's answer to a booking says of it. "Booked" alone is never said: its status is. */
export function bookingEnd({ appointment, markedByPerson }: NonNullable<ListedBooking["result"]>): EndWords {
  if (appointment === null)
    return appointmentEnd(markedByPerson ? ["marked", "info"] : ["unread", "warning"]);
  const status = cleanLine(appointment.status ?? "", 40);
  if (status === "") return appointmentEnd(["noStatus", "info"]);
  const known = named.get(status.toLowerCase());
  if (known !== undefined) return appointmentEnd(known);
  return { word: status, title: words.items.otherStatus({ status }), tone: "info" };
}

/** Said of a patient whose details went out more than once, or were the service's already. */
export const detailsMayDiffer = (): string => words.items.detailsMayDiffer;

/** A patient who was known to the service already, and is now used: nothing was created for this item. */
export const isExistingPatient = (item: ListedPatient): boolean => {
  if (item.status !== "done") return false;
  if (item.result?.detailsMayDiffer === true) return true;
  // Made by an earlier try of its own, which a 409 for an ID that nobody else can have shows.
  const isOwn = item.form.externalId.trim() === "" && wasUncertain(item.attempts);
  return item.attempts.at(-1)?.status === 409 && !isOwn;
};

/** What came of an item that is done. */
export function endOf(item: ListedItem): EndWords {
  if (item.kind === "booking" && item.result !== null) return bookingEnd(item.result);
  const word =
    item.kind === "patient" && isExistingPatient(item) ? words.items.inUse : words.items.made[item.kind];
  return { word, title: word, tone: "success" };
}

/** The word for where an item stands; of one that is done, what was done. */
export const itemWord = (item: ListedItem): string =>
  item.status === "done" ? endOf(item).word : words.items.status[item.status];

/** The title over an item that waits for another token; null for one that does not. */
export function tokenRefused(item: ListedItem): string | null {
  if (item.status !== "ready" || item.problem?.code !== "token-refused") return null;
  return words.items.tokenRefused.title({ made: mayHaveBeenMade(item) ? "unknown" : item.kind });
}
