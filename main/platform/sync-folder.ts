import { closeSync, fsyncSync, openSync } from "node:fs";

/** Makes a rename durable. Windows does not sync folders, and does not need it: its journal does. */
export function syncFolder(directory: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
