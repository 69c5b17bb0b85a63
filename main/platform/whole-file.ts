import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, failed, ok, type Result } from "../../contract/failure.ts";
import { say } from "../../messages/saying.ts";

async function writeNew(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes a file of a person's whole or not at all: beside its place, for this user alone, and put there once it is on the
 * disk. What was there before stays until then.
 */
export async function writeWholeFile(path: string, content: Uint8Array | string): Promise<Result<null>> {
  const beside = join(dirname(path), `.${randomUUID()}.part`);
  try {
    await writeNew(beside, content);
    await rename(beside, path);
    return ok(null);
  } catch {
    await rm(beside, { force: true }).catch(() => undefined);
    return failed(fail("invalid-input", say("failures.files.notWritten")));
  }
}
