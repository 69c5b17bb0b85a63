import { failed, FailureError, ok, type Result } from "../../contract/failure.ts";
import type { Store } from "./types.ts";

/** Runs a write with all others that arrive in the same turn; settles when the one sync has made all durable. */
export type GroupCommit = <T>(work: () => Result<T>) => Promise<Result<T>>;

type Waiting = { readonly run: () => void; readonly settle: (problem: Result<never> | null) => void };

/**
 * One transaction, and so one sync of the disk, for all writes of a turn. Each write is still its own: one
 * that fails is undone alone. Nothing is acknowledged before the sync.
 */
export function groupCommit(store: Store): GroupCommit {
  let waiting: Waiting[] = [];

  function flush(): void {
    const group = waiting;
    waiting = [];
    const committed = store.transaction(() => {
      for (const { run } of group) run();
      return ok(null);
    });
    for (const { settle } of group) settle(committed.ok ? null : committed);
  }

  return <T>(work: () => Result<T>) =>
    new Promise<Result<T>>((resolve, reject) => {
      let result: Result<T> | null = null;
      let thrown: unknown = null;
      const run = (): void => {
        try {
          // Inside the group's transaction this is a savepoint of its own.
          result = store.transaction(() => work());
        } catch (error) {
          thrown = error;
        }
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
