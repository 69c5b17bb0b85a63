import { constants } from "node:fs";
import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { say } from "../../../messages/saying.ts";
import { syncFolder } from "../../platform/sync-folder.ts";
import { isFileOf } from "./download.ts";
import type { FeedFile } from "./feed.ts";
import { UpdateError } from "./update-error.ts";

/** Windows syncs only what was opened for writing. */
async function toDisk(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Puts a downloaded AppImage in the place of the one that runs, under its name: the new one is whole on the disk, and looked
 * at there, before one renaming changes them. Whatever happens, one of the two is there. (electron-updater removes the old
 * one first.) The program that runs goes on with the file it has open.
 */
export async function replaceAppImage(
  downloaded: string,
  { file, wanted }: { readonly file: string; readonly wanted: FeedFile },
): Promise<void> {
  const beside = join(dirname(file), `.${basename(file)}.new`);
  try {
    await rm(beside, { force: true });
    await copyFile(downloaded, beside, constants.COPYFILE_EXCL);
    await chmod(beside, 0o755);
    await toDisk(beside);
    if (!(await isFileOf(beside, wanted))) throw new UpdateError(say("failures.updates.changedSince"));
    await rename(beside, file);
    syncFolder(dirname(file));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
