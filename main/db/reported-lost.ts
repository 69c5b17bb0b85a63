import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readFirstBytes, getStoreFile } from "./files.ts";
import { saltLength } from "./key.ts";

const markFile = (directory: string): string => join(directory, "reported-lost");
const saltOf = (directory: string): string =>
  readFirstBytes(getStoreFile(directory), saltLength).toString("hex");

/**
 * Writes down that the key of these records is deleted because their computer was reported lost: the next start would else
 * say that a keychain lost it, and that nothing was deleted.
 */
export function markReportedLost(directory: string): void {
  try {
    writeFileSync(markFile(directory), saltOf(directory), { mode: 0o600 });
  } catch {
    // The key goes in any case.
  }
}

/** Whether that was written down of the records that are there now, and not of earlier ones. */
export function isReportedLost(directory: string): boolean {
  try {
    return readFileSync(markFile(directory), "utf8") === saltOf(directory);
  } catch {
    return false;
  }
}
