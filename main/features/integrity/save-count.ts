import type { Clock, Log } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { WriteCounts } from "../../db/item-types.ts";
import type { SavesPlace } from "./counter-place.ts";
import type { MissingNotice } from "./records-notice.ts";

export type SaveCount = {
  /** Compares what was saved with what the keychain knows was saved, until that was possible once. */
  readonly look: () => Promise<void>;
  /** Something was saved: the keychain hears of it soon. */
  readonly written: () => void;
  /** The keychain hears of everything now. */
  readonly end: () => Promise<void>;
};

type Options = {
  readonly store: Store;
  readonly place: SavesPlace;
  readonly notice: MissingNotice;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
};

/** Milliseconds in which saves are gathered for one write to the keychain. */
const gatheredFor = 5_000;

/**
 * How much was ever saved, kept outside as well: records that know of less are an older copy, or lost a part of
 * their files. That is only told; what may have been sent has its own count.
 */
export function createSaveCount({ store, place, notice, clock, log }: Options): SaveCount {
  const count = (): WriteCounts => store.read(({ items }) => items.written());
  // Before anything is saved in this run: what is missing is not made good by what comes after.
  const atStart = count();
  let told: WriteCounts | null = null;
  let cancel: (() => void) | null = null;

  async function look(): Promise<void> {
    if (told !== null) return;
    const outside = await place.read();
    if (outside === "unreadable") return;
    told = outside ?? { items: 0, changes: 0 };
    const changes = told.changes - atStart.changes;
    if (changes <= 0) return;
    log.warn("store.saves-missing", { changes });
    notice.add({ items: Math.max(0, told.items - atStart.items), changes });
    // It is kept in the notice now: from here on the count outside follows these records.
    const here = count();
    if (await place.write(here)) told = here;
  }

  async function raise(): Promise<void> {
    cancel?.();
    cancel = null;
    const here = count();
    // What was not read may be the higher count, and is not written over.
    if (told === null || here.changes <= told.changes) return;
    if (await place.write(here)) told = here;
  }

  const raiseSoon = (): void => {
    raise().catch((error: unknown) => log.error("store.saves-not-counted", error));
  };

  return {
    look,
    written: () => {
      cancel ??= clock.after(gatheredFor, raiseSoon);
    },
    end: raise,
  };
}
