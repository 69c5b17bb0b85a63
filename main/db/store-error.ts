import { fail, FailureError, type Failure } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";

/** What goes wrong in a store that is open, and what a person is told of it. */
const failures = {
  full: fail("store", say("failures.store.full")),
  busy: fail("store", say("failures.store.busy")),
  corrupt: fail("store", say("failures.store.corrupt"), { next: "none" }),
  /** Breaks a rule of the layout, such as a second record of one id: a fault of the program. */
  constraint: fail("internal", say("failures.store.constraint")),
  io: fail("store", say("failures.store.io")),
  closed: fail("store", say("failures.store.closed"), { next: "none" }),
  /** One record alone. */
  damaged: fail("store", say("failures.store.damaged"), { next: "none" }),
  newer: fail("store", say("failures.store.newer"), { next: "none" }),
  /** A row that says something else than its record: sent without a record, it would be sent again. */
  misfit: fail("store", say("failures.store.misfit"), { next: "none" }),
} as const satisfies Record<string, Failure>;

/** `lost`: the files went away under the program. */
export type StoreErrorCode = keyof typeof failures | "lost";

/** The one thing that the store throws, where it is not a fault of the program. A transaction is then undone. */
export class StoreError extends FailureError {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, failure: Failure) {
    super(failure);
    this.code = code;
    this.message = `store: ${code}`;
  }
}

export const createStoreError = (code: keyof typeof failures): StoreError =>
  new StoreError(code, failures[code]);

/** The result code of an error thrown by SQLite (`SQLITE_FULL`), or null for any other error. */
export function getSqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "SqliteError" || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** The store's error for what SQLite threw while the store was in use; any other error as it is. */
export function toStoreError(error: unknown): unknown {
  const code = getSqliteCode(error);
  if (code === null) return error;
  if (code === "SQLITE_FULL") return createStoreError("full");
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return createStoreError("busy");
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return createStoreError("corrupt");
  if (code.startsWith("SQLITE_CONSTRAINT")) return createStoreError("constraint");
  return createStoreError("io");
}
