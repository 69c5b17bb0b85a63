import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readBackupStamp } from "./names.ts";

/** What the backups of this desk in a folder take, in bytes. */
export async function measureBackups(folder: string, word: string): Promise<number> {
  const own = (await readdir(folder)).filter((file) => readBackupStamp(file, word) !== null);
  const sizes = await Promise.all(
    own.map(async (file) => (await lstat(join(folder, file)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
