import type { Clock } from "../platform/ports.ts";
import { getSqliteCode } from "./store-error.ts";

/** A piece of work that nobody waits for, of a few milliseconds; answers whether there is more. */
export type Chore = () => boolean;
/** Does a chore until there is no more of it, sooner or later. */
export type Later = (chore: Chore) => void;

/** Where nothing else goes on meanwhile: at once. */
export const runAtOnce: Later = (chore) => {
  while (chore());
};

/** Milliseconds that belong to everybody else after each piece. */
const pause = 10;

/**
 * Does chores one after another, in pieces with a pause between them. `stop` leaves the rest undone; so does a disk that
 * does not take a piece, until the chore is begun again.
 */
export function createIdleTasks(clock: Pick<Clock, "after">): {
  readonly later: Later;
  readonly stop: () => void;
} {
  const waiting: Chore[] = [];
  let cancel: (() => void) | null = null;

  function next(): void {
    cancel = null;
    const [chore] = waiting;
    if (chore === undefined) return;
    let isMore = false;
    try {
      isMore = chore();
    } catch (error) {
      if (getSqliteCode(error) === null) throw error;
    } finally {
      if (!isMore) waiting.shift();
      if (waiting.length > 0) cancel = clock.after(pause, next);
    }
  }

  return {
    later: (chore) => {
      waiting.push(chore);
      cancel ??= clock.after(pause, next);
    },
    stop: () => {
      waiting.length = 0;
      cancel?.();
    },
  };
}
