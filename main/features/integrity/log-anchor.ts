import type { AuditMore, AuditState } from "../../../shared/activity-log/audit.ts";
import { noHash } from "../../../shared/activity-log/entry.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { AuditHead } from "../../db/audit.ts";
import { restoredKey } from "../../db/put-back.ts";
import type { Store } from "../../db/types.ts";
import type { LogPlace } from "./counter-place.ts";

export type LogAnchor = {
  /** Compares with what the keychain knows; what it finds becomes an entry. False: the keychain did not answer. */
  readonly look: () => Promise<boolean>;
  /** What was found, until a person has read it. */
  readonly found: () => AuditState["outside"];
  /** A person has read it. It stays in the log. */
  readonly read: () => void;
  /** Whether the log begins where the keychain knows that it may; null: the keychain did not answer. */
  readonly beginsRight: () => boolean | null;
  /**
   * The entries up to this one are about to be removed: the keychain hears of it before, so that whatever else is taken away is
   * found. False: it did not take it, and they stay.
   */
  readonly letGo: (last: AuditHead) => Promise<boolean>;
  /** Something was written: the keychain hears of it soon. */
  readonly written: () => void;
  /** The keychain hears of everything now. */
  readonly end: () => Promise<void>;
};

type Options = {
  readonly store: Store;
  readonly place: LogPlace;
  readonly startPlace: LogPlace;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
};

/** Milliseconds in which entries are gathered for one write to the keychain. */
const gatheredFor = 5_000;
const outsideKey = "log-outside";
/** The keychain has had the log's end once: from then on it is not without it by itself. */
const anchoredKey = "log-anchored";

/**
 * The end of the activity log is kept in the keychain as well: the chain alone does not tell that its last entries were cut
 * off, or that all of it was made anew by somebody who has the database's key.
 *
 * The keychain hears of entries after they are on the disk. So a crash leaves it behind the log, never ahead: what it
 * knows is still there, and nothing is said. It is ahead only where entries were taken away, or an older copy of the
 * records was put back.
 */
export function createLogAnchor({ store, place, startPlace, clock, log }: Options): LogAnchor {
  const head = (): AuditHead => store.read(({ audit }) => audit.head());
  // Before anything is added in this run: what is missing is not made good by what comes after.
  const atStart = head();
  /** It begins with a backup in the place of the records: what was written since is missing by a person's will. */
  const isPutBack = (store.read(({ meta }) => meta.get(restoredKey)) ?? "") !== "";
  let told: AuditHead | null = null;
  /** Where the log may begin; null: the keychain was not asked, or did not answer. */
  let mayBegin: AuditHead | null = null;
  let cancel: (() => void) | null = null;
  let looking: Promise<boolean> | null = null;

  /** Null: there is no such entry, or not any more. */
  const hashAt = (n: number): string | null =>
    store.read(({ audit }) => {
      const start = audit.start();
      if (n === start.entries) return start.hash;
      const [found] = audit.after(n - 1, 1);
      return found?.entry.n === n ? found.hash : null;
    });

  /** It stands in the log, and in `meta` until a person has read it. */
  function find(act: "shorter" | "replaced", more: AuditMore): void {
    const outside = act === "shorter" && isPutBack ? "restored" : act;
    log.warn("audit.outside", { outside, count: more.count ?? 0, entry: more.entry ?? 0 });
    store.transaction(({ audit, meta }) => {
      audit.add([{ act: `log-${act}`, account: null, more }]);
      meta.set(outsideKey, outside);
    });
  }

  function compare(known: AuditHead, here: AuditHead): void {
    const count = known.entries - here.entries;
    if (count > 0) find("shorter", { count, entry: known.entries });
    else if (known.entries > 0 && hashAt(known.entries) !== known.hash)
      find("replaced", { entry: known.entries });
  }

  const wasAnchored = (): boolean => store.read(({ meta }) => meta.get(anchoredKey)) !== null;

  /** Removed was what the keychain heard of, or less, where the program ended before all of it was gone. */
  function beginsRight(): boolean | null {
    if (mayBegin === null) return null;
    const start = store.read(({ audit }) => audit.start());
    if (start.entries === 0) return true;
    const hash = hashAt(mayBegin.entries);
    // Beyond the end of a log that was put back, which is told as that.
    const isBeyond = mayBegin.entries > head().entries;
    return start.entries <= mayBegin.entries && (isBeyond || hash === mayBegin.hash);
  }

  async function lookAtStart(): Promise<void> {
    if (mayBegin !== null) return;
    const start = store.read(({ audit }) => audit.start());
    const outside = await startPlace.read();
    if (outside === "unreadable") return;
    mayBegin = outside ?? { entries: 0, hash: noHash };
    // A backup that was put back begins where it begins, also where the keychain knows less of it, or of entries after its end.
    const isOther = start.entries > mayBegin.entries || mayBegin.entries > head().entries;
    if (isPutBack && isOther && (await startPlace.write(start))) mayBegin = start;
  }

  async function look(): Promise<boolean> {
    await lookAtStart();
    if (told === null) {
      const outside = await place.read();
      if (outside === "unreadable") return false;
      told = outside ?? { entries: 0, hash: noHash };
      // A backup that is put back on another computer has nothing in its keychain.
      if (outside === null && wasAnchored() && !isPutBack) find("replaced", { entry: atStart.entries });
      else compare(told, atStart);
    } else compare(told, head());
    await raise();
    return true;
  }

  async function raise(): Promise<void> {
    cancel?.();
    cancel = null;
    const here = head();
    // What was not read may tell of entries that are gone, and is not written over.
    if (told === null || here.hash === told.hash) return;
    if (!(await place.write(here))) return;
    told = here;
    if (!wasAnchored()) store.transaction(({ meta }) => meta.set(anchoredKey, "1"));
  }

  return {
    look: () => {
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    found: () => {
      const kept = store.read(({ meta }) => meta.get(outsideKey));
      if (kept === "shorter" || kept === "replaced" || kept === "restored") return kept;
      return told === null ? "unknown" : "same";
    },
    beginsRight,
    letGo: async (last) => {
      await raise();
      if (told === null || told.entries < last.entries || beginsRight() !== true) return false;
      if (!(await startPlace.write(last))) return false;
      mayBegin = last;
      return true;
    },
    read: () => store.transaction(({ meta }) => meta.set(outsideKey, "")),
    written: () => {
      cancel ??= clock.after(gatheredFor, () => {
        raise().catch((error: unknown) => log.error("audit.not-anchored", error));
      });
    },
    end: raise,
  };
}
