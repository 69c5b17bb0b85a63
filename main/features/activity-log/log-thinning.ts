import type { AuditHead, AuditRepository } from "../../db/audit.ts";
import type { Store } from "../../db/types.ts";
import type { LogAnchor } from "../integrity/log-anchor.ts";
import type { OnKeepingStep } from "../keeping/keeping-steps.ts";
import { startWalkAt, extendWalk } from "./log-check.ts";
import { waitForOthers } from "../../platform/others.ts";

/** The instant before which entries go, and the day in whose morning that is. */
export type Cut = { readonly date: string; readonly instant: string };

type Options = {
  readonly store: Store;
  readonly anchor: Pick<LogAnchor, "letGo">;
  /** The log is as it was written, and nobody is reading through it just now. */
  readonly mayThin: () => boolean;
  readonly onStep: OnKeepingStep;
};

/** Entries that are looked at, and that are removed, in one go: a few milliseconds, in which nobody else is answered. */
const lookedAtOnce = 500;
const removedAtOnce = 1_000;

/** The number of the last entry that was made before an instant. */
export function findLastBefore(audit: AuditRepository, instant: string): number {
  let low = audit.start().entries;
  let high = audit.head().entries;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [entry] = audit.numbered([middle]);
    if (entry !== undefined && entry.at < instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Takes the oldest entries out of the activity log, up to the first that is not older than the cut, and never the last one.
 * They are checked once more before, since nobody can afterwards, and the keychain hears of it first. Each part that goes is an
 * entry of its own in the same transaction: a program that is killed has said what is gone, and nothing else is. False: something
 * is in the way just now.
 */
export async function pruneLog({ store, anchor, mayThin, onStep }: Options, cut: Cut): Promise<boolean> {
  /** Null: an entry among them does not fit. */
  async function lastToGo(): Promise<AuditHead | null> {
    const { start, end } = store.read(({ audit }) => ({ start: audit.start(), end: audit.head().entries }));
    let walk = startWalkAt(start);
    for (;;) {
      const part = store.read(({ audit }) => audit.after(walk.n, lookedAtOnce));
      const staysFrom = part.findIndex(({ entry }) => entry.at >= cut.instant || entry.n >= end);
      walk = extendWalk(walk, staysFrom === -1 ? part : part.slice(0, staysFrom));
      if (walk.places > 0) return null;
      if (staysFrom !== -1 || part.length === 0) return { entries: walk.n, hash: walk.hash };
      await waitForOthers();
    }
  }

  /** Answers whether there is more. */
  const removePart = (last: number): boolean =>
    store.transaction(({ audit }) => {
      const { entries } = audit.start();
      const n = Math.min(entries + removedAtOnce, last);
      const [found] = audit.after(n - 1, 1);
      if (n <= entries || found?.entry.n !== n) return false;
      audit.removeUpTo({ entries: n, hash: found.hash }, cut.date);
      onStep("log-going");
      return n < last;
    });

  if (!mayThin()) return false;
  const begun = store.read(({ audit }) => audit.start().entries);
  const last = await lastToGo();
  if (last === null) return false;
  if (last.entries <= begun) return true;
  if (!mayThin() || !(await anchor.letGo(last))) return false;
  onStep("log-told");
  for (;;) {
    // Whoever begins to read through the log meanwhile finds all of it.
    if (!mayThin()) return false;
    const isMore = removePart(last.entries);
    onStep("log-gone");
    if (!isMore) return true;
    await waitForOthers();
  }
}
