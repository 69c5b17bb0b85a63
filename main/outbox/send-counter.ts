import type { Log } from "../platform/ports.ts";

/** Where the number of attempts is kept outside the database: the keychain. */
export type CounterPlace = {
  /** Null when it was never written; `unreadable` while the keychain does not answer. */
  readonly read: () => Promise<number | null | "unreadable">;
  /** False when it could not be written. */
  readonly write: (count: number) => Promise<boolean>;
};

export type SendCounter = {
  /** Settles when the place outside has at least `count`, or cannot be written just now. */
  readonly raise: (count: number) => Promise<void>;
};

/**
 * Keeps the number of attempts in a second place. A database that is restored from a backup counts fewer
 * than that place: then its unsent items may have been sent after all. Calls that come while a write is
 * under way share the next one.
 */
export function sendCounter(place: CounterPlace, log: Log): SendCounter {
  let written = 0;
  let wanted = 0;
  let running: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    const count = wanted;
    if (await place.write(count)) written = Math.max(written, count);
    else log.warn("send-counter.not-written");
  };
  return {
    raise: async (count) => {
      wanted = Math.max(wanted, count);
      if (written >= count) return;
      // A write that is under way may have begun with a smaller number.
      if (running !== null) await running;
      if (written >= count) return;
      running ??= write().finally(() => {
        running = null;
      });
      await running;
    },
  };
}
