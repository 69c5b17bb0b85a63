import type { ItemCounts, ItemStatus } from "./item.ts";
import type { Moment } from "./moment.ts";
import { words } from "../../messages/words.ts";

/**
 * Every number of items that Front Desk says in words is made in this file. An item that is being sent is a kind of its
 * own: it may already have arrived, so it is never counted as waiting, unsent or saved.
 */
export const tallyKinds = [
  "aboutToSend",
  "sending",
  "waiting",
  "stopped",
  "unshared",
  "needsChecking",
  "needsEditing",
  "needsCard",
  "savedForLater",
  "drafts",
  "onHold",
  "elsewhere",
] as const;
export type TallyKind = (typeof tallyKinds)[number];
/** How many there are of each kind; an item that is done or discarded is in none. */
export type Tally = Readonly<Record<TallyKind, number>>;

/** What the counts by status do not say. */
export type TallyContext = {
  /** The moments to undo that are running: the records hold such an item as something that is not sent. */
  readonly moments: readonly Pick<Moment, "visits" | "stands">[];
  /** Rows of an import that are still to become items. */
  readonly rowsToTake: number;
  /** A person stopped the sending. */
  readonly isStopped: boolean;
  /** Sharing with the other desks of the clinic has stopped: no booking that waits goes out. */
  readonly isUnshared: boolean;
};

/** How many items stand in one of these statuses. */
export const countItemsIn = (counts: ItemCounts | null, statuses: readonly ItemStatus[]): number =>
  statuses.reduce((sum, status) => sum + (counts?.[status] ?? 0), 0);

/** Makes the count of each kind. A series in its moment is one item in the records and counts with all its visits. */
export function tallyCounts(
  counts: ItemCounts | null,
  { moments, rowsToTake, isStopped, isUnshared }: TallyContext,
): Tally {
  const held = (status: Moment["stands"]): number => moments.filter(({ stands }) => stands === status).length;
  // The counts and the moments are told apart, and one may be a step behind.
  const without = (status: Moment["stands"]): number =>
    Math.max(0, countItemsIn(counts, [status]) - held(status));
  const toSend = countItemsIn(counts, ["ready", "waiting-for-patient"]) + rowsToTake;
  return {
    aboutToSend: moments.reduce((sum, { visits }) => sum + visits, 0),
    sending: countItemsIn(counts, ["sending"]),
    waiting: isStopped || isUnshared ? 0 : toSend,
    stopped: isStopped && !isUnshared ? toSend : 0,
    unshared: isUnshared ? toSend : 0,
    needsChecking: countItemsIn(counts, ["needs-checking"]),
    needsEditing: without("needs-editing"),
    needsCard: countItemsIn(counts, ["needs-card"]),
    savedForLater: without("saved-for-later"),
    drafts: without("draft"),
    onHold: countItemsIn(counts, ["on-hold"]),
    elsewhere: countItemsIn(counts, ["elsewhere"]),
  };
}

/** Rows of an import that the page knows of: progress counts them beside the items that are ready or being sent. */
export const countImportRows = (
  progress: { readonly left: number } | null,
  counts: ItemCounts | null,
): number => Math.max(0, (progress?.left ?? 0) - countItemsIn(counts, ["ready", "sending"]));

/** How many there are of these kinds together. */
export const sumTally = (tally: Tally, kinds: readonly TallyKind[]): number =>
  kinds.reduce((sum, kind) => sum + tally[kind], 0);

/** How many items are complete and wait, whatever they wait for. */
export const countWaiting = (tally: Tally): number => sumTally(tally, ["waiting", "stopped", "unshared"]);

/** How many items wait for a person. */
export const countNeedingPerson = (tally: Tally): number =>
  sumTally(tally, ["needsChecking", "needsEditing", "needsCard"]);

/** A sentence for each of these kinds that there are any of: "1 is being sent; … 3 wait to be sent." */
export const formatTally = (tally: Tally, kinds: readonly TallyKind[]): string =>
  kinds
    .flatMap((kind) => (tally[kind] > 0 ? [words.items.tally[kind]({ count: tally[kind] })] : []))
    .join(" ");
