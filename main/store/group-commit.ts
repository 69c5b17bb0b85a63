import { failed, FailureError, ok, type Failure, type Result } from "../../contract/failure.ts";
import type { Store } from "./types.ts";

/** Runs a write with all others that arrive in the same turn; settles when the one sync has made all durable. */
export type GroupCommit = <T>(work: () => Result<T>) => Promise<Result<T>>;

type Waiting = {
  /** Answers the failure of a store that can no longer write; null otherwise, whatever came of it. */
  readonly run: () => Failure | null;
  readonly settle: (problem: Result<never> | null) => void;
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
    let broken: Failure | null = null;
    const committed = store.transaction(() => {
      for (const { run } of group) {
        broken = run();
        if (broken !== null) return failed(broken);
      }
      return ok(null);
    });
    if (broken === null) for (const { settle } of group) settle(committed.ok ? null : committed);
    else alone(group);
  }

  /**
   * A full disk may have ended the transaction of the whole group. What came after it would be kept, and said
   * not to be: so each is done again, by itself.
   */
  function alone(group: readonly Waiting[]): void {
    for (const { run, settle } of group) {
      run();
      settle(null);
    }
  }

  return <T>(work: () => Result<T>) =>
    new Promise<Result<T>>((resolve, reject) => {
      let result: Result<T> | null = null;
      let thrown: unknown = null;
      const run = (): Failure | null => {
        [result, thrown] = [null, null];
        try {
          // Inside the group's transaction this is a savepoint of its own.
          result = store.transaction(() => work());
        } catch (error) {
          thrown = error;
        }
        const failure = thrown instanceof FailureError ? thrown.failure : failureOf(result);
        return failure?.code === "store" ? failure : null;
      };
      const settle = (problem: Result<never> | null): void => {
        if (problem !== null) resolve(problem);
        else if (thrown instanceof FailureError) resolve(failed(thrown.failure));
        else if (result === null)
          reject(thrown instanceof Error ? thrown : new Error("The write did not run."));
        else resolve(result);
      };
      waiting.push({ run, settle });
      if (waiting.length === 1) setImmediate(flush);
    });
}

const failureOf = (result: Result<unknown> | null): Failure | null =>
  result === null || result.ok ? null : result.failure;
