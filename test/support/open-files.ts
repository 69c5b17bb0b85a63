import { closeSync, constants, existsSync, openSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** How libuv opens a file on Windows so that nobody else has it open meanwhile (`UV_FS_O_EXLOCK`); Node has no name for it. */
export const withoutSharing = constants.O_RDWR | 0x1000_0000;

function openOnLinux(folder: string): string[] {
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

/** Windows lets nobody open without sharing what somebody has open. */
function isOpenOnWindows(file: string): boolean {
  try {
    closeSync(openSync(file, withoutSharing));
    return false;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EBUSY") return true;
    throw error;
  }
}

function openOnWindows(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isOpenOnWindows);
}

/** The files below a folder that are open: on Linux in this process, on Windows in any; empty elsewhere. */
export function openFiles(folder: string): readonly string[] {
  if (process.platform === "linux") return openOnLinux(folder);
  return process.platform === "win32" ? openOnWindows(folder) : [];
}
