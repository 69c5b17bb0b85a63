import type { ItemCounts } from "../contract/records/item.ts";

/** The question asked before the window closes. */
export type QuitWords = {
  readonly message: string;
  readonly detail: string;
  /** True where quitting loses something. */
  readonly loses: boolean;
};

/** Asked when the page has broken twice in a short time. */
export const brokenWords: QuitWords = {
  message: "The window stopped working again.",
  detail: "What was saved is on this computer, and what waits in the outbox is sent all the same.",
  loses: true,
};

/** What stands on the screen and could not be saved, with the reason; null when all is saved. */
export const unsavedWords = (reason: string | null): QuitWords | null =>
  reason === null
    ? null
    : { message: "What was typed last is not saved, and will be lost.", detail: reason, loses: true };

/** What is not finished, in words for somebody who is about to quit; null when there is nothing to say. */
export function quitWords(counts: ItemCounts, recordsKept: "disk" | "memory"): QuitWords | null {
  const unsent = counts.ready + counts.sending + counts["waiting-for-patient"] + counts["needs-card"];
  if (recordsKept === "memory") {
    const lost = unsent + counts.draft + counts["needs-editing"] + counts["needs-checking"];
    if (lost === 0) return null;
    return {
      message: lost === 1 ? "1 item will be lost." : `${lost} items will be lost.`,
      detail:
        "There is no keychain here, so nothing of them is kept on this computer. Stay to send them, or to write them down.",
      loses: true,
    };
  }
  if (unsent === 0) return null;
  return {
    message: unsent === 1 ? "1 item is not sent yet." : `${unsent} items are not sent yet.`,
    detail:
      "They are saved on this computer. What waits for the service is sent when Front Desk is open and connected again; what waits for you is in the outbox.",
    loses: false,
  };
}
