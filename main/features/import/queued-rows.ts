import type { RecordId } from "../../../shared/core/record-id.ts";
import type { ImportJob, KeptImport } from "../../../shared/import/import.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import type { Speedometer } from "./speed.ts";

/**
 * So many of its patients stand in the outbox at most, and are filled up to from so few: what people make meanwhile goes before
 * them, and stands in no crowd.
 */
const ahead = 24;
const refillFrom = 12;
/** So many that wait for a person, and the import waits too: something is wrong with all of them. */
const mostWaiting = 25;

/** A row that stands in the outbox, as this item. */
export type QueuedRow = { readonly id: RecordId; readonly status: ItemStatus };

export const isRowSettled = ({ status }: Pick<QueuedRow, "status">): boolean =>
  status === "done" || status === "discarded";
const needsPerson = ({ status }: QueuedRow): boolean =>
  status === "needs-editing" || status === "needs-checking";

const countOpen = (queued: readonly QueuedRow[]): number => queued.filter((row) => !isRowSettled(row)).length;
const countWaiting = (queued: readonly QueuedRow[]): number => queued.filter(needsPerson).length;

/** Whether the import waits for people: so many of its rows do. */
export const waitsForPeople = (queued: readonly QueuedRow[]): boolean => countWaiting(queued) >= mostWaiting;

/** How many rows there is room for in the outbox now. */
export function countRoom({ state, left }: KeptImport, queued: readonly QueuedRow[]): number {
  if (state !== "running" || left === 0 || waitsForPeople(queued)) return 0;
  const onTheirWay = countOpen(queued) - countWaiting(queued);
  return onTheirWay > refillFrom ? 0 : ahead - onTheirWay;
}

/** Whether a look writes anything: rows that there is room for, or what became of some. */
export function isWorthWriting(kept: KeptImport, queued: readonly QueuedRow[]): boolean {
  const settled = queued.filter(isRowSettled).length;
  return (
    countRoom(kept, queued) > 0 ||
    (kept.left === 0 && (settled > 0 || queued.length === 0)) ||
    settled >= ahead
  );
}

type Around = { readonly isOnline: boolean; readonly secondsFor: Speedometer["secondsFor"] };

function findHold(kept: KeptImport, queued: readonly QueuedRow[], isOnline: boolean): ImportJob["held"] {
  if (kept.state === "paused") return "paused";
  if (kept.left > 0 && waitsForPeople(queued)) return "person";
  return isOnline ? null : "line";
}

/** How the import stands, as the window shows it. */
export function toImportJob(
  kept: KeptImport,
  queued: readonly QueuedRow[],
  { isOnline, secondsFor }: Around,
): ImportJob {
  const { id, name, total, left, created, discarded } = kept;
  const settled = queued.filter(isRowSettled);
  const done = settled.filter(({ status }) => status === "done").length;
  const held = findHold(kept, queued, isOnline);
  const waiting = countWaiting(queued);
  const open = countOpen(queued);
  return {
    id,
    name,
    total,
    left,
    held,
    waiting,
    queued: open,
    created: created + done,
    discarded: discarded + settled.length - done,
    secondsLeft: held === null ? secondsFor(left + open - waiting) : null,
  };
}
