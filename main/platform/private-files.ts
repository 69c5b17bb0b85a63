import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";

const forOthers = 0o077;

/**
 * Takes a file or folder from everybody but this user. Windows has no modes: there the profile's own rights do.
 * What is not there, or on a disk that keeps no modes, stays as it is.
 */
export function makePrivate(path: string, mode: 0o600 | 0o700): void {
  if (process.platform === "win32") return;
  try {
    if ((statSync(path).mode & forOthers) !== 0) chmodSync(path, mode);
  } catch {
    // The records are encrypted besides: a disk without modes must not keep the desk from working.
  }
}

/** A folder for this user alone, also when it was there before. */
export function ensurePrivateFolder(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  makePrivate(directory, 0o700);
}

/** A file for this user alone: begun empty when it is not there, else with its contents as they are. */
export function ensurePrivateFile(file: string): void {
  closeSync(openSync(file, "a", 0o600));
  makePrivate(file, 0o600);
}
