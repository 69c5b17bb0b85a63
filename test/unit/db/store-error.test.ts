import { describe, expect, test } from "vitest";
import { toStoreError, getSqliteCode, StoreError, createStoreError } from "../../../main/db/store-error.ts";

/** As the library throws them. */
const fromSqlite = (code: unknown): Error => Object.assign(new Error("x"), { name: "SqliteError", code });

describe("what SQLite threw", () => {
  test.each([
    ["SQLITE_FULL", "full"],
    ["SQLITE_BUSY", "busy"],
    ["SQLITE_BUSY_SNAPSHOT", "busy"],
    ["SQLITE_LOCKED", "busy"],
    ["SQLITE_LOCKED_SHAREDCACHE", "busy"],
    ["SQLITE_CORRUPT", "corrupt"],
    ["SQLITE_CORRUPT_VTAB", "corrupt"],
    ["SQLITE_NOTADB", "corrupt"],
    ["SQLITE_CONSTRAINT_UNIQUE", "constraint"],
    ["SQLITE_IOERR_WRITE", "io"],
    ["SQLITE_READONLY", "io"],
  ] as const)("%s is told as %s", (code, told) => {
    expect(toStoreError(fromSqlite(code))).toEqual(createStoreError(told));
    expect(getSqliteCode(fromSqlite(code))).toBe(code);
  });

  test.each([
    ["a fault of the program", new TypeError("a fault")],
    ["the store's own error", createStoreError("busy")],
    ["another error with a code", Object.assign(new Error("x"), { code: "SQLITE_FULL" })],
    ["an error without a code", Object.assign(new Error("x"), { name: "SqliteError" })],
    ["a code that is no text", fromSqlite(13)],
    ["no error at all", { name: "SqliteError", code: "SQLITE_FULL" }],
  ])("%s goes on as it is", (_what, error) => {
    expect(getSqliteCode(error)).toBeNull();
    expect(toStoreError(error)).toBe(error);
  });
});

test.each([
  ["full", "store", "retry", "failures.store.full"],
  ["busy", "store", "retry", "failures.store.busy"],
  ["corrupt", "store", "none", "failures.store.corrupt"],
  ["constraint", "internal", "retry", "failures.store.constraint"],
  ["io", "store", "retry", "failures.store.io"],
  ["closed", "store", "none", "failures.store.closed"],
  ["damaged", "store", "none", "failures.store.damaged"],
  ["newer", "store", "none", "failures.store.newer"],
  ["misfit", "store", "none", "failures.store.misfit"],
] as const)("%s says what happened, and what can be done next", (code, failure, next, id) => {
  const error = createStoreError(code);
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({ name: "StoreError", code, message: `store: ${code}` });
  expect(error.failure).toMatchObject({ code: failure, next });
  expect(JSON.stringify(error.failure.why)).toContain(id);
});
