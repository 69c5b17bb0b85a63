import type { Clock } from "../platform/ports.ts";
import { StoreError } from "./store-error.ts";
import type { NoResult, Store } from "./types.ts";

/**
 * Runs a write with others that wait at the same time, in the order of their asking; settles when the one sync has
 * made all of them durable. A write that throws is undone alone, and its promise rejects. It may run twice, so that
 * it does nothing but through the store.
 */
export type GroupCommit = <T>(work: () => NoResult<T>) => Promise<T>;

type Options = {
  readonly store: Pick<Store, "transaction" | "group">;
  readonly clock: Pick<Clock, "monotonic">;
  /** Calls back at once, but not in this turn: the loop's next one, unless a test has no use for turns. */
  readonly soon?: (flush: () => void) => unknown;
};

type Member = {
  /** Throws where it failed. */
  readonly run: () => void;
  readonly settle: () => void;
  readonly fail: (error: unknown) => void;
};

/** As many writes in one sync as fit into so many milliseconds: the window waits meanwhile. */
const longest = 8;
/** Milliseconds in which a group is gathered at most, as long as each turn of the loop brings more. */
const gathered = 4;

/** One transaction, and so one sync of the disk, for writes that wait at the same time. Each is still its own. */
export function createGroupCommit({ store, clock, soon = setImmediate }: Options): GroupCommit {
  let waiting: Member[] = [];
  /** So many at the head each go alone: the store failed while they went together. */
  let alone = 0;

  /** Runs what has time for it, all in one transaction. Answers how many. */
  const together = (group: readonly Member[]): number =>
    store.group(() => {
      const end = clock.monotonic() + longest;
      for (const [index, { run }] of group.entries()) {
        if (index > 0 && clock.monotonic() >= end) return index;
        run();
      }
      return group.length;
    });

  function flush(): void {
    const isAlone = alone > 0;
    const group = waiting.slice(0, isAlone ? 1 : waiting.length);
    let done = group.length;
    try {
      done = together(group);
      for (const { settle } of group.slice(0, done)) settle();
    } catch (error) {
      if (group.length > 1) {
        // What came after a full disk had ended the transaction would be kept, and said not to be.
        alone = group.length;
        done = 0;
      } else group[0]?.fail(error);
    }
    if (isAlone) alone -= 1;
    waiting = waiting.slice(done);
    if (waiting.length > 0) soon(flush);
  }

  /** What goes on arriving shares the sync; one that came alone waits for nobody. */
  function gather(until: number): void {
    const known = waiting.length;
    soon(() => (waiting.length > known && clock.monotonic() < until ? gather(until) : flush()));
  }

  return <T>(work: () => NoResult<T>) =>
    new Promise<T>((resolve, reject) => {
      let settle = (): void => undefined;
      const run = (): void => {
        try {
          // Inside of the group's transaction this is a savepoint of its own.
          const value = store.transaction(work);
          settle = () => resolve(value);
        } catch (error) {
          if (error instanceof StoreError) throw error;
          settle = () => reject(error);
        }
      };
      waiting.push({ run, settle: () => settle(), fail: reject });
      if (waiting.length === 1) gather(clock.monotonic() + gathered);
    });
}
