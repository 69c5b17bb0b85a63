import type { Log } from "../../platform/ports.ts";

/** Where the number of attempts is kept outside the database: the keychain. */
export type CounterPlace = {
  /** Null when it was never written; `unreadable` while the keychain does not answer. */
  readonly read: () => Promise<number | null | "unreadable">;
  /** False when it could not be written. */
  readonly write: (count: number) => Promise<boolean>;
};

/** Whose turn it is to send from these records: a copy of them, and of the profile, shares the keychain. */
export type LeasePlace = {
  /** Whether the desk is somebody else's than this instance's; `unreadable` while the keychain does not answer. */
  readonly isTaken: (instance: string) => Promise<boolean | "unreadable">;
  /** False when it could not be written. */
  readonly take: (instance: string) => Promise<boolean>;
};

/**
 * Whether an attempt that has begun may leave. `counted`: it is counted outside too. `unknown`: the keychain
 * could not be asked just now. `other-copy`: another copy of these records sends, or has taken over.
 */
export type Counted = "counted" | "unknown" | "other-copy";

export type SendCounter = {
  /**
   * Takes the lease, then reads the count outside. Null: never written. After this, a higher count than the
   * higher of it and `inside` was written by another copy.
   */
  readonly open: (inside: number) => Promise<number | null | "unreadable">;
  /** Settles when the count outside is at least the number of attempts when this was called. */
  readonly count: () => Promise<Counted>;
};

type Options = {
  readonly place: CounterPlace;
  readonly lease: LeasePlace;
  /** The name of this run of the program. */
  readonly instance: string;
  /** Attempts that the database counts now. */
  readonly inside: () => number;
  readonly log: Log;
};

/**
 * Keeps the number of attempts in a second place. A database that is restored from a backup counts fewer than
 * that place: then its unsent items may have been sent after all. Two copies of one database that run at the
 * same time are told apart by it, and by the lease: each looks for the other after it has left its own sign (the
 * one its count, the other its name), so that of two that send at once at least one sees the other.
 */
export function createSendCounter({ place, lease, instance, inside, log }: Options): SendCounter {
  /** The highest count that this run has read or written; null until it was read once. */
  let known: number | null = null;
  let isHeld = false;
  let isLost = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Counted> | null = null;

  /** Null: this instance still has the desk. */
  async function look(): Promise<Exclude<Counted, "counted"> | null> {
    const isTaken = await lease.isTaken(instance);
    if (isTaken === "unreadable") return "unknown";
    return isTaken ? "other-copy" : null;
  }

  async function raise(): Promise<Counted> {
    if (isLost) return "other-copy";
    // A count that was not read is not written over: it may be the higher one.
    if (known === null) return "unknown";
    if (!isHeld) isHeld = await lease.take(instance);
    const before = isHeld ? await look() : "unknown";
    if (before !== null) return before;
    const outside = await place.read();
    if (outside === "unreadable") return "unknown";
    if (outside !== null && outside > known) return "other-copy";
    const count = inside();
    // Before it is known to be there: a write that was not answered may have come through.
    known = Math.max(known, count);
    if (!(await place.write(count))) {
      log.warn("send-counter.not-written");
      return "unknown";
    }
    return (await look()) ?? "counted";
  }

  async function run(): Promise<Counted> {
    const result = await raise();
    if (result === "other-copy") isLost = true;
    return result;
  }

  const begin = (): Promise<Counted> => {
    next = null;
    const begun = run();
    running = begun;
    return begun;
  };

  return {
    open: async (counted) => {
      isHeld = await lease.take(instance);
      const outside = await place.read();
      if (outside !== "unreadable") known = Math.max(known ?? 0, counted, outside ?? 0);
      return outside;
    },
    // One that is under way may have begun with a smaller number: those that come meanwhile share the next.
    count: () => (next ??= running.then(begin, begin)),
  };
}
