import { createPackage, extractFile, uncacheAll } from "@electron/asar";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";

/** Packs a folder into an archive, and waits until all of it is there: `createPackage` does not wait for its last write. */
export async function pack(folder: string, archive: string): Promise<void> {
  await createPackage(folder, archive);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await expect
      .poll(() => extractFile(archive, relative(folder, file)).equals(readFileSync(file)))
      .toBe(true);
  }
  uncacheAll();
}
