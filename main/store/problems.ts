import { fail, type Failure } from "../../contract/failure.ts";
import { storeFile } from "./files.ts";
import type { StoreProblem } from "./types.ts";

/** The result code of an error thrown by SQLite (`SQLITE_FULL`), or null for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== "SqliteError" || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

const kept = "What was saved before is still there.";

/** The failure for an error that SQLite threw while the store was in use; null for any other error. */
export function failureInUse(error: unknown): Failure | null {
  const code = sqliteCode(error);
  if (code === null) return null;
  if (code === "SQLITE_FULL") {
    return fail(
      "store",
      `This computer's disk is full, so this was not saved. ${kept} Make room, then try again.`,
    );
  }
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED")) {
    return fail("store", `Another program holds the saved records just now, so this was not saved. ${kept}`);
  }
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return fail("store", "A part of the file with the saved records is damaged. Nothing in it was changed.", {
      next: "none",
    });
  }
  if (code.startsWith("SQLITE_CONSTRAINT")) {
    return fail("internal", `A record did not fit the others and was not saved. ${kept}`);
  }
  return fail("store", `The file with the saved records could not be read or written. ${kept}`);
}

export const storeClosed = (): Failure => fail("store", "The saved records are closed.", { next: "none" });

/** The files were taken away from under the program. `kept`: the copy that could still be made. */
export function storeLost(directory: string, kept: string | null): Failure {
  const happened = `The file with the saved records was deleted or replaced while Front Desk was open, so nothing is saved or sent any more.`;
  const copy =
    kept === null
      ? `It is looked for as ${storeFile(directory)}.`
      : `What had been saved was kept as ${kept}.`;
  return fail(
    "store",
    `${happened} ${copy} Write down what is not saved, close this window, have the file put back, and start again.`,
    { next: "none" },
  );
}

/** Its log alone went: all that was saved is in the database by now. */
export const logLost = (): Failure =>
  fail(
    "store",
    "A part of the files with the saved records was deleted or replaced while Front Desk was open, so nothing more is saved or sent. What was saved is kept. Write down what is not saved, close this window, and start again.",
    { next: "none" },
  );

export const noSuchRecord = (): Failure => fail("not-found", "There is no such record on this computer.");

export const damagedRecord = (): Failure =>
  fail("store", "This record cannot be read any more. It is kept as it is.", { next: "none" });

const untouched = (directory: string): string => `Nothing was changed. The files are in ${directory}.`;

/** What is said when the store does not open: what happened, where the files are, what can be done. */
export function openFailure(problem: Exclude<StoreProblem, "keychain">, directory: string): Failure {
  const sentences: Record<typeof problem, string> = {
    "key-missing": `The saved records are locked, and their key is not in this computer's keychain. ${untouched(directory)} Restore the keychain, or open Front Desk as the user and on the computer that saved them; or set the files aside and start anew.`,
    "wrong-key": `The key in this computer's keychain does not open the saved records. ${untouched(directory)} Restore the keychain that belongs to them, or set the files aside and start anew.`,
    damaged: `The file with the saved records is damaged. ${untouched(directory)} Restore it from a backup, or set the files aside and start anew.`,
    missing: `Records were saved on this computer, and their file is gone. It is looked for as ${storeFile(directory)}. Nothing was changed. Put the file back there, or a backup of it, and start again; or start anew without it.`,
    "too-long": `The saved records cannot be kept in this folder: its path is too long. Nothing was saved. Choose a shorter one than ${directory}.`,
    newer: `The saved records were written by a newer Front Desk. ${untouched(directory)} Install the newest version to go on with them.`,
    unwritable: `The saved records cannot be read and written. ${untouched(directory)} Check that the disk is not full, that the folder may be written to, and that no other program, such as a backup, holds the files; then start again.`,
    unsupported: `The part of Front Desk that keeps records did not load on this computer. ${untouched(directory)} Install Front Desk again.`,
  };
  const next = problem === "unwritable" ? "retry" : "none";
  return fail("store", sentences[problem], { next });
}
