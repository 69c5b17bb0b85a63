import { randomUUID } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";

/**
 * Writes a file of a person's whole or not at all: beside its place, for this user alone, and put there once it is on the
 * disk. What was there before stays until then. Its name until then cannot be guessed, and is never one that is taken: nobody can
 * have put a link there that leads elsewhere.
 */
export async function replaceFile(path: string, give: (file: FileHandle) => Promise<void>): Promise<void> {
  const beside = join(dirname(path), `.${randomUUID()}.part`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await give(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

export const fileNotWritten = failed(fail("invalid-input", say("failures.files.notWritten")));

/** The same for content that is there already. */
export async function writeWholeFile(path: string, content: Uint8Array | string): Promise<Result<null>> {
  try {
    await replaceFile(path, (file) => file.writeFile(content));
    return ok(null);
  } catch {
    return fileNotWritten;
  }
}
