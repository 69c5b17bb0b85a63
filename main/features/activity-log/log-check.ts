import type { AuditState } from "../../../shared/activity-log/audit.ts";
import { serializeEntry } from "../../../shared/activity-log/entry.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import { hashText, type AuditHead, type ChainedEntry } from "../../db/audit.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Store } from "../../db/types.ts";
import type { LogAnchor } from "../integrity/log-anchor.ts";
import { parseDetails } from "./log-list.ts";

export type LogCheck = {
  /**
   * Checks it in the background: all of it, or what was added since the last whole check, where there was one. Settles when that
   * is through. One that is under way goes on; where that is not of all of it, and all is asked for, it comes after.
   */
  readonly run: (part: "whole" | "since") => Promise<void>;
  readonly state: () => AuditState;
  readonly stop: () => void;
};

/** What this run of the program has checked, also before the desk was locked. */
export type CheckedLog = {
  done: {
    /** The last whole check: when, and of how many entries. */
    readonly at: string;
    readonly entries: number;
    /** Where it ended, or what was read on since. */
    readonly walk: Walk;
  } | null;
};

type Options = {
  /** Read and written. Left out, nothing was checked yet. */
  readonly checked?: CheckedLog;
  readonly store: Store;
  readonly anchor: Pick<LogAnchor, "look" | "found" | "beginsRight">;
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

export const startWalkAt = ({ entries, hash }: AuditHead): Walk => ({
  n: entries,
  hash,
  first: null,
  places: 0,
});

/** Whether an entry says that the log was removed up to there. */
const tellsOf = ({ entry }: ChainedEntry, start: AuditHead): boolean => {
  if (entry.act !== "log-entries-removed") return false;
  const { entry: n, hash } = parseDetails(entry.more);
  return n === start.entries && hash === start.hash;
};

/** Goes on over entries: each has the next number, and the hash of its text with that of the one before. */
export function extendWalk(walk: Walk, entries: readonly ChainedEntry[]): Walk {
  let { n, hash, first, places } = walk;
  for (const { entry, hash: kept } of entries) {
    if (entry.n !== n + 1 || hashText(serializeEntry(entry, hash)) !== kept) {
      first ??= entry.n;
      places += 1;
    }
    // From what stands there: one place that was altered is not said of all that follow.
    ({ n } = entry);
    hash = kept;
  }
  return { n, hash, first, places };
}

/** The log does not begin where it may: its first entry does not fit, whether the chain says so or not. */
const misfit = (walk: Walk, first: number): Walk =>
  walk.first === first ? walk : { ...walk, first, places: walk.places + 1 };

const alteredIn = ({ first, places }: Walk): AuditState["altered"] =>
  first === null ? null : { entry: first, places };

/** Checks the activity log a few milliseconds at a time. */
export function createLogCheck(options: Options): LogCheck {
  const { store, anchor, clock, log, onState, checked = { done: null } } = options;
  const start = (): AuditHead => store.read(({ audit }) => audit.start());
  let walk = checked.done?.walk ?? startWalkAt(start());
  /** Where the log begins that is checked, and whether that is told of in it. */
  let begin = start();
  let isTold = true;
  /** Behind which number it is read on: from before the first, where nothing may be. */
  let from = beforeAll;
  let isWhole = false;
  let running: Promise<void> | null = null;
  let altered = alteredIn(walk);
  let isStopped = false;

  /** Answers whether there is more. */
  function piece(): boolean {
    const end = clock.monotonic() + longest;
    do {
      const entries = store.read(({ audit }) => audit.after(from, atOnce));
      if (entries.length === 0) return false;
      walk = extendWalk(walk, entries);
      isTold ||= entries.some((entry) => tellsOf(entry, begin));
      from = walk.n;
    } while (clock.monotonic() < end);
    return true;
  }

  const isOver = (): boolean => isStopped;
  const rest = (): Promise<void> => new Promise((resolve) => void clock.after(pause, resolve));

  /** It is told anew only where it is another place than the last time. */
  function tell(): void {
    altered = alteredIn(walk);
    if (altered === null) return;
    log.warn("audit.altered", altered);
    const { entry, places: count } = altered;
    const key = "log-altered";
    const known = `${entry}/${count}`;
    store.transaction(({ audit, meta }) => {
      if (meta.get(key) === known) return;
      meta.set(key, known);
      audit.add([{ act: key, account: null, more: { entry, count } }]);
    });
  }

  /** Other records may stand there by now than those that were checked. */
  function endsStill({ n, hash }: Walk): boolean {
    const [last] = store.read(({ audit }) => audit.after(n - 1, 1));
    return last?.entry.n === n && last.hash === hash;
  }

  async function check(part: "whole" | "since"): Promise<void> {
    const { done } = checked;
    const goesOn = part === "since" && done !== null && endsStill(done.walk);
    isWhole = !goesOn;
    begin = start();
    isTold = goesOn || begin.entries === 0;
    walk = goesOn ? done.walk : startWalkAt(begin);
    from = goesOn ? walk.n : beforeAll;
    onState();
    await anchor.look();
    let toldAt = walk.n;
    while (!isOver() && piece()) {
      if (walk.n - toldAt >= toldEvery) {
        toldAt = walk.n;
        onState();
      }
      await rest();
    }
    if (isOver()) return;
    if (!isTold || anchor.beginsRight() === false) {
      const [first] = store.read(({ audit }) => audit.after(beforeAll, 1));
      if (first !== undefined) walk = misfit(walk, first.entry.n);
    }
    tell();
    // What is said to be as it was written is what was read then: of entries before, a later look at the rest says nothing.
    checked.done = goesOn
      ? { ...done, walk }
      : { at: clock.now().toISOString(), entries: walk.n - begin.entries, walk };
  }

  function run(part: "whole" | "since"): Promise<void> {
    if (running !== null && part === "whole" && !isWhole) return running.then(() => run(part));
    return (running ??= check(part)
      .catch((error: unknown) => {
        // What the disk does not give is told elsewhere; the log is checked again at the next start.
        if (!(error instanceof StoreError)) log.error("audit.not-checked", error);
      })
      .finally(() => {
        running = null;
        if (!isStopped) onState();
      }));
  }

  return {
    run,
    state: () => ({
      ...store.read(({ audit }) => {
        const { entries: upTo, at } = audit.start();
        return {
          entries: audit.head().entries - upTo,
          removed: at === null ? null : { upTo, at },
        };
      }),
      checked: running === null ? (checked.done?.entries ?? 0) : walk.n - begin.entries,
      isChecking: running !== null,
      checkedAt: checked.done?.at ?? null,
      altered,
      outside: anchor.found(),
    }),
    stop: () => {
      isStopped = true;
    },
  };
}
