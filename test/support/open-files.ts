import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder that this process has open, as Linux tells of them; empty elsewhere. */
export function openFiles(folder: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      const file = readlinkSync(join("/proc/self/fd", name));
      return file.startsWith(folder) ? [file] : [];
    } catch {
      // That of the look itself.
      return [];
    }
  });
}
