import type { AuditState } from "../../contract/records/audit.ts";
import { entryText, noHash } from "../../domain/audit/entry.ts";
import type { Clock, Log } from "../platform/ports.ts";
import { hashOf, type ChainedEntry } from "../store/audit.ts";
import { StoreError } from "../store/store-error.ts";
import type { Store } from "../store/types.ts";
import type { LogAnchor } from "./log-anchor.ts";

export type LogCheck = {
  /** Checks all of it anew, in the background; settles when that is through. One that is under way goes on. */
  readonly run: () => Promise<void>;
  readonly state: () => AuditState;
  readonly stop: () => void;
};

type Options = {
  readonly store: Store;
  readonly anchor: Pick<LogAnchor, "look" | "found">;
  readonly clock: Pick<Clock, "after" | "monotonic" | "now">;
  readonly log: Log;
  /** Told when a check begins and ends, and now and then meanwhile. */
  readonly onState: () => void;
};

/** Entries that are read in one go. */
const atOnce = 100;
/** Milliseconds of a piece, and those after it that belong to everybody else. */
const longest = 4;
const pause = 25;
/** Entries after which the window hears how far it got. */
const toldEvery = 50_000;
const beforeAll = -Number.MAX_SAFE_INTEGER;

/** Where a check of the chain stands. */
type Walk = {
  /** The number of the last entry that was looked at, and its hash as it is kept. */
  readonly n: number;
  readonly hash: string;
  /** The first entry that did not fit, and how many did not. */
  readonly first: number | null;
  readonly places: number;
};

export const beginning: Walk = { n: 0, hash: noHash, first: null, places: 0 };

/** Goes on over entries: each has the next number, and the hash of its text with that of the one before. */
export function walkOn(walk: Walk, entries: readonly ChainedEntry[]): Walk {
  let { n, hash, first, places } = walk;
  for (const { entry, hash: kept } of entries) {
    if (entry.n !== n + 1 || hashOf(entryText(entry, hash)) !== kept) {
      first ??= entry.n;
      places += 1;
    }
    // From what stands there: one place that was altered is not said of all that follow.
    ({ n } = entry);
    hash = kept;
  }
  return { n, hash, first, places };
}

/** Checks the activity log a few milliseconds at a time. */
export function logCheck({ store, anchor, clock, log, onState }: Options): LogCheck {
  let walk = beginning;
  /** Behind which number it is read on: from before the first, where nothing may be. */
  let from = beforeAll;
  let running: Promise<void> | null = null;
  let checkedAt: string | null = null;
  let altered: AuditState["altered"] = null;
  let isStopped = false;

  /** Answers whether there is more. */
  function piece(): boolean {
    const end = clock.monotonic() + longest;
    do {
      const entries = store.read(({ audit }) => audit.after(from, atOnce));
      if (entries.length === 0) return false;
      walk = walkOn(walk, entries);
      from = walk.n;
    } while (clock.monotonic() < end);
    return true;
  }

  const isOver = (): boolean => isStopped;
  const rest = (): Promise<void> => new Promise((resolve) => void clock.after(pause, resolve));

  /** It is told anew only where it is another place than the last time. */
  function tell(): void {
    const { first, places } = walk;
    altered = first === null ? null : { entry: first, places };
    if (altered === null) return;
    log.warn("audit.altered", altered);
    const key = "log-altered";
    const known = `${altered.entry}/${places}`;
    store.transaction(({ audit, meta }) => {
      if (meta.get(key) === known) return;
      meta.set(key, known);
      audit.add([{ act: key, account: null, more: { entry: first ?? 1, count: places } }]);
    });
  }

  async function check(): Promise<void> {
    walk = beginning;
    from = beforeAll;
    onState();
    await anchor.look();
    let toldAt = 0;
    while (!isOver() && piece()) {
      if (walk.n - toldAt >= toldEvery) {
        toldAt = walk.n;
        onState();
      }
      await rest();
    }
    if (isOver()) return;
    tell();
    checkedAt = clock.now().toISOString();
  }

  return {
    run: () =>
      (running ??= check()
        .catch((error: unknown) => {
          // What the disk does not give is told elsewhere; the log is checked again at the next start.
          if (!(error instanceof StoreError)) log.error("audit.not-checked", error);
        })
        .finally(() => {
          running = null;
          if (!isStopped) onState();
        })),
    state: () => ({
      entries: store.read(({ audit }) => audit.head().entries),
      checked: walk.n,
      isChecking: running !== null,
      checkedAt,
      altered,
      outside: anchor.found(),
    }),
    stop: () => {
      isStopped = true;
    },
  };
}
