import type { ItemCounts, ItemStatus } from "../contract/records/item.ts";
import { said, type Saying } from "../messages/saying.ts";
import { words } from "../messages/words.ts";

/** The question asked before the window closes. */
export type QuitWords = {
  readonly message: string;
  readonly detail: string;
  /** True where quitting loses something. */
  readonly loses: boolean;
};

/** Asked when the page has broken twice in a short time. */
export const brokenWords = (): QuitWords => ({ ...words.desk.broken, loses: true });

/** What stands on the screen and could not be saved, with the reason; null when all is saved. */
export const unsavedWords = (reason: Saying | null): QuitWords | null =>
  reason === null ? null : { message: words.desk.unsaved, detail: said(reason), loses: true };

const sum = (counts: ItemCounts, statuses: readonly ItemStatus[]): number =>
  statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);

/** How many items go out by themselves, as soon as they can. */
export const automaticCount = (counts: ItemCounts): number =>
  sum(counts, ["ready", "sending", "waiting-for-patient"]);

/** The same with rows of a file that are still to go into the outbox. */
export const withWaiting = (counts: ItemCounts, rows: number): ItemCounts => ({
  ...counts,
  ready: (counts.ready ?? 0) + rows,
});

type NotFinished = {
  readonly recordsKept: "disk" | "memory";
  /** How many bookings wait for their moment to undo to be over. */
  readonly aboutToSend: number;
};

/** What is not finished, in words for somebody who is about to quit; null when there is nothing to say. */
export function quitWords(counts: ItemCounts, { recordsKept, aboutToSend }: NotFinished): QuitWords | null {
  const unsent = sum(counts, ["ready", "sending", "waiting-for-patient", "saved-for-later", "needs-card"]);
  if (recordsKept === "memory") {
    const lost = unsent + sum(counts, ["draft", "on-hold", "needs-editing", "needs-checking"]);
    if (lost === 0) return null;
    const { message, detail } = words.desk.lost;
    return { message: message({ count: lost }), detail, loses: true };
  }
  if (aboutToSend > 0) {
    const { message, detail } = words.desk.aboutToSend;
    return { message: message({ count: aboutToSend }), detail: detail({ count: aboutToSend }), loses: false };
  }
  if (unsent === 0) return null;
  const { message, detail } = words.desk.unsent;
  return { message: message({ count: unsent }), detail, loses: false };
}
