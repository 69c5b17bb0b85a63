import { fail, FailureError, type Failure } from "../../contract/failure.ts";

const kept = "What was saved before is still there.";

/** What goes wrong in a store that is open, and what a person is told of it. */
const failures = {
  full: fail(
    "store",
    `This computer's disk is full, so this was not saved. ${kept} Make room, then try again.`,
  ),
  busy: fail("store", `Another program holds the saved records just now, so this was not saved. ${kept}`),
  corrupt: fail("store", "A part of the file with the saved records is damaged. Nothing in it was changed.", {
    next: "none",
  }),
  /** Breaks a rule of the layout, such as a second record of one id: a fault of the program. */
  constraint: fail("internal", `A record did not fit the others and was not saved. ${kept}`),
  io: fail("store", `The file with the saved records could not be read or written. ${kept}`),
  closed: fail("store", "The saved records are closed.", { next: "none" }),
  /** One record alone. */
  damaged: fail("store", "This record cannot be read any more. It is kept as it is.", { next: "none" }),
  newer: fail(
    "store",
    "This record was saved by a newer Front Desk. It is kept as it is. Install the newest version to go on with it.",
    { next: "none" },
  ),
  /** A row that says something else than its record: sent without a record, it would be sent again. */
  misfit: fail(
    "store",
    "This record no longer fits its row, so nothing about it is saved or sent. It is kept as it is.",
    { next: "none" },
  ),
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

export const storeError = (code: keyof typeof failures): StoreError => new StoreError(code, failures[code]);

/** The result code of an error thrown by SQLite (`SQLITE_FULL`), or null for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "SqliteError" || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** The store's error for what SQLite threw while the store was in use; any other error as it is. */
export function inUse(error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === null) return error;
  if (code === "SQLITE_FULL") return storeError("full");
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) return storeError("busy");
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return storeError("corrupt");
  if (code.startsWith("SQLITE_CONSTRAINT")) return storeError("constraint");
  return storeError("io");
}
