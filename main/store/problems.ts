import { fail, type Failure } from "../../contract/failure.ts";
import { storeFile } from "./files.ts";
import { StoreError } from "./store-error.ts";
import type { StoreProblem } from "./types.ts";

/** The files were taken away from under the program. `kept`: the copy that could still be made. */
export function storeLost(directory: string, kept: string | null): StoreError {
  const happened = `The file with the saved records was deleted or replaced while Front Desk was open, so nothing is saved or sent any more.`;
  const copy =
    kept === null
      ? `It is looked for as ${storeFile(directory)}.`
      : `What had been saved was kept as ${kept}.`;
  const failure = fail(
    "store",
    `${happened} ${copy} Write down what is not saved, close this window, have the file put back, and start again.`,
    { next: "none" },
  );
  return new StoreError("lost", failure);
}

/** Its log alone went: all that was saved is in the database by now. */
export const logLost = (): StoreError =>
  new StoreError(
    "lost",
    fail(
      "store",
      "A part of the files with the saved records was deleted or replaced while Front Desk was open, so nothing more is saved or sent. What was saved is kept. Write down what is not saved, close this window, and start again.",
      { next: "none" },
    ),
  );

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
