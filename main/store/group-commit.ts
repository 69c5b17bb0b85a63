import { failed, FailureError, ok, type Result } from "../../contract/failure.ts";
import { StoreError } from "./store-error.ts";
import type { Store } from "./types.ts";

/**
 * Runs a write with all others that arrive in the same turn; settles when the one sync has made all durable. A write
 * that answers a failure is undone. Rejects with what the store, or the write itself, throws.
 */
export type GroupCommit = <T>(work: () => Result<T>) => Promise<Result<T>>;

type Waiting = {
  /** Throws the error of a store that can no longer write; nothing else, whatever came of it. */
  readonly run: () => void;
  /** `problem`: what kept the whole group from being kept. */
  readonly settle: (problem?: unknown) => void;
};

/**
 * One transaction, and so one sync of the disk, for all writes of a turn. Each write is still its own: one
 * that fails is undone alone. Nothing is acknowledged before the sync.
 */
export function groupCommit(store: Store): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    let hasRun = false;
    try {
      store.transaction(() => {
        for (const { run } of group) run();
        hasRun = true;
      });
    } catch (error) {
      return hasRun ? group.forEach(({ settle }) => settle(error)) : group.forEach(alone);
    }
    for (const { settle } of group) settle();
  }

  /**
   * A full disk may have ended the transaction of the whole group. What came after it would be kept, and said
   * not to be: so each is done again, by itself.
   */
  function alone({ run, settle }: Waiting): void {
    try {
      run();
    } catch {
      // It is what `settle` tells.
    }
    settle();
  }

  return <T>(work: () => Result<T>) =>
    new Promise<Result<T>>((resolve, reject) => {
      let tell = (): void => reject(new Error("The write did not run."));
      const run = (): void => {
        try {
          let value: T;
          // Inside the group's transaction this is a savepoint of its own.
          store.transaction(() => {
            const result = work();
            if (!result.ok) throw new FailureError(result.failure);
            ({ value } = result);
          });
          tell = () => resolve(ok(value));
        } catch (error) {
          tell = () => (isAnswer(error) ? resolve(failed(error.failure)) : reject(asError(error)));
          if (error instanceof StoreError) throw error;
        }
      };
      waiting.push({ run, settle: (problem) => (problem === undefined ? tell() : reject(asError(problem))) });
      if (waiting.length === 1) setImmediate(flush);
    });
}

const isAnswer = (error: unknown): error is FailureError =>
  error instanceof FailureError && !(error instanceof StoreError);
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
