import { appendFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { watchPresence } from "../../../main/db/presence.ts";
import { onlyWith } from "../../support/only-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A database and its log, and somebody who watches them. */
function watched({ withLog = true } = {}) {
  const file = join(temporaryFolder(), "records.db");
  const log = `${file}-wal`;
  writeFileSync(file, "database");
  if (withLog) writeFileSync(log, "log");
  return { file, log, ...watchPresence(file) };
}
/** Another file of that name and content, while the first is still there. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

describe("what is gone", () => {
  test("is nothing while both are there, also when they grew or the log was cut", () => {
    const { file, log, whatIsGone, hasOwnLog } = watched();
    appendFileSync(file, "more");
    appendFileSync(log, "more");
    expect([whatIsGone(), hasOwnLog()]).toEqual([null, true]);
    truncateSync(log, 0);
    expect([whatIsGone(), hasOwnLog()]).toEqual([null, true]);
  });

  test("is the database where it was deleted", () => {
    const { file, whatIsGone } = watched();
    rmSync(file);
    expect(whatIsGone()).toBe("database");
  });

  test("is the database where another file stands in its place", onlyWith("openFilesRemoved"), () => {
    const { file, whatIsGone } = watched();
    replace(file, "database");
    expect(whatIsGone()).toBe("database");
  });

  test("is the database where it is shorter than it was at the last look, since it never shrinks by itself", () => {
    const { file, whatIsGone } = watched();
    appendFileSync(file, "more");
    expect(whatIsGone()).toBeNull();
    truncateSync(file, "database".length);
    expect(whatIsGone()).toBe("database");
  });

  test("is the log where it was deleted", () => {
    const { log, whatIsGone, hasOwnLog } = watched();
    rmSync(log);
    expect([whatIsGone(), hasOwnLog()]).toEqual(["log", false]);
  });

  test("is the log where another one stands in its place", onlyWith("openFilesRemoved"), () => {
    const { log, whatIsGone, hasOwnLog } = watched();
    replace(log, "log");
    expect([whatIsGone(), hasOwnLog()]).toEqual(["log", false]);
  });

  test("is no log where there was none, and the database all the same", () => {
    const { file, log, whatIsGone, hasOwnLog } = watched({ withLog: false });
    expect([whatIsGone(), hasOwnLog()]).toEqual([null, false]);
    writeFileSync(log, "another's");
    expect([whatIsGone(), hasOwnLog()]).toEqual([null, false]);
    rmSync(file);
    expect(whatIsGone()).toBe("database");
  });

  test("is the database that was not there at first, also when one comes", () => {
    const file = join(temporaryFolder(), "none.db");
    const { whatIsGone } = watchPresence(file);
    expect(whatIsGone()).toBe("database");
    writeFileSync(file, "another");
    expect(whatIsGone()).toBe("database");
  });

  test("is nothing where nobody can look", onlyWith("links"), () => {
    const { file, whatIsGone } = watched();
    // Its folder became a link to itself: looking fails in another way than not finding.
    const folder = join(file, "..");
    renameSync(folder, `${folder}-moved`);
    symlinkSync(folder, folder);
    try {
      expect(whatIsGone()).toBeNull();
    } finally {
      rmSync(folder);
      renameSync(`${folder}-moved`, folder);
    }
  });
});
