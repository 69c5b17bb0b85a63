import { fail, type Failure } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { getStoreFile } from "./files.ts";
import { StoreError } from "./store-error.ts";
import type { StoreErrorKind } from "./types.ts";

/** The files were taken away from under the program. `kept`: the copy that could still be made. */
export function createStoreLostError(directory: string, kept: string | null): StoreError {
  const why =
    kept === null
      ? say("failures.store.lost", { file: getStoreFile(directory) })
      : say("failures.store.lostKept", { copy: kept });
  return new StoreError("lost", fail("store", why, { next: "none" }));
}

/** Its log alone went: all that was saved is in the database by now. */
export const createLogLostError = (): StoreError =>
  new StoreError("lost", fail("store", say("failures.store.logLost"), { next: "none" }));

/** Found after the start, in a part of the files that it did not wait for. */
export const createDamagedError = (): StoreError =>
  new StoreError("lost", fail("store", say("failures.store.foundDamaged"), { next: "none" }));

/** What is said when the store does not open: what happened, where the files are, what can be done. */
export function toOpenFailure(problem: Exclude<StoreErrorKind, "keychain">, directory: string): Failure {
  const why =
    problem === "missing"
      ? say("failures.store.unopened.missing", { file: getStoreFile(directory) })
      : say(`failures.store.unopened.${problem}`, { directory });
  return fail("store", why, { next: problem === "unwritable" ? "retry" : "none" });
}
