import { tallyKinds, formatTally, sumTally, type Tally, type TallyKind } from "../../shared/outbox/tally.ts";
import { said, type Saying } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";

/** The question asked before the window closes. */
export type QuitWords = {
  readonly message: string;
  readonly detail: string;
  /** True where quitting loses something. */
  readonly loses: boolean;
};

/** Asked when the page has broken twice in a short time. */
export const formatBrokenPageQuestion = (): QuitWords => ({ ...words.desk.broken, loses: true });

/** What stands on the screen and could not be saved, with the reason; null when all is saved. */
export const formatUnsavedQuestion = (reason: Saying | null): QuitWords | null =>
  reason === null ? null : { message: words.desk.unsaved, detail: said(reason), loses: true };

/** What another desk holds is not lost with this one. */
const here: readonly TallyKind[] = tallyKinds.filter((kind) => kind !== "elsewhere");
/** What is complete and not answered. */
const unfinished: readonly TallyKind[] = [
  "aboutToSend",
  "sending",
  "waiting",
  "stopped",
  "unshared",
  "savedForLater",
  "needsCard",
];

/** What quitting changes nothing of: somebody decides, here or about the sharing. */
const byPerson: readonly TallyKind[] = [
  "unshared",
  "savedForLater",
  "needsCard",
  "needsEditing",
  "needsChecking",
];

/** What is not finished, in words for somebody who is about to quit; null when there is nothing to say. */
export function formatQuitQuestion(tally: Tally, recordsKept: "disk" | "memory"): QuitWords | null {
  if (recordsKept === "memory") {
    const count = sumTally(tally, here);
    if (count === 0) return null;
    const { message, detail } = words.desk.lost;
    return { message: message({ count }), detail: `${formatTally(tally, here)} ${detail}`, loses: true };
  }
  if (sumTally(tally, unfinished) === 0) return null;
  const named: readonly TallyKind[] = [...unfinished, "needsEditing", "needsChecking"];
  const { aboutToSend, sending, waiting, person } = words.desk.quitting;
  const detail = [
    ...(tally.aboutToSend > 0 ? [aboutToSend] : []),
    ...(tally.sending > 0 ? [sending] : []),
    // A stop of the sending ends with the program.
    ...(sumTally(tally, ["waiting", "stopped"]) > 0 ? [waiting] : []),
    ...(sumTally(tally, byPerson) > 0 ? [person] : []),
  ];
  return { message: formatTally(tally, named), detail: detail.join(" "), loses: false };
}
