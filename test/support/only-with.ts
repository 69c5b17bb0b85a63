import { closeSync, mkdtempSync, openSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestOptions } from "vitest";
import { hasSecretService } from "./secret-service.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test was not run here, of `onlyWith`. */
    skipped?: string;
  }
}

/** Whether a folder may be renamed while a file in it is open. */
function isOpenFolderRenamed(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-open-"));
  const handle = openSync(join(folder, "open"), "w");
  try {
    renameSync(folder, `${folder}.away`);
    return true;
  } catch {
    return false;
  } finally {
    closeSync(handle);
    for (const end of ["", ".away"]) rmSync(folder + end, { recursive: true, force: true });
  }
}

const isUnix = process.platform !== "win32";
const isRoot = process.getuid?.() === 0;

/** What tests need that not every computer has: whether this one has it, and what is said of tests that do not run without. */
const needs = {
  linux: { isHere: () => process.platform === "linux", why: "needs Linux" },
  strace: { isHere: () => process.platform === "linux", why: "needs strace, which only Linux has" },
  secretService: {
    isHere: () => process.platform === "linux" && hasSecretService(),
    why: "needs the keychain of a Linux desktop",
  },
  unixRights: { isHere: () => isUnix, why: "needs owners and modes of files, which Windows does not have" },
  root: { isHere: () => isRoot, why: "needs root" },
  notRoot: { isHere: () => isUnix && !isRoot, why: "needs a user who is not root, and modes of files" },
  smallDisk: {
    isHere: () => process.platform === "linux" && isRoot,
    why: "needs Linux and root, to mount a small disk",
  },
  signals: {
    isHere: () => isUnix,
    why: "needs signals that a process may answer, which Windows does not have",
  },
  certificatesByVariable: {
    isHere: () => process.platform === "linux",
    why: "needs certificates of the system that a variable may stand in for, as on Linux",
  },
  openFilesRemoved: {
    isHere: () => isUnix,
    why: "needs a system on which an open database may be removed or replaced",
  },
  openFolderRenamed: {
    isHere: isOpenFolderRenamed,
    why: "needs a system on which a folder of open files may be taken away, as a share may go",
  },
  shortPaths: { isHere: () => isUnix, why: "needs the limit that SQLite has for a path on Unix" },
  links: { isHere: () => isUnix, why: "needs symbolic links, which Windows keeps to administrators" },
  windows: { isHere: () => !isUnix, why: "needs Windows, or Wine" },
} as const satisfies Record<string, { readonly isHere: () => boolean; readonly why: string }>;

export type Need = keyof typeof needs;

/**
 * Options of a test, or of a `describe`, that needs what not every computer has. Where something of it is missing it is
 * skipped, and its `meta.skipped` says why, for what counts the tests that did not run.
 */
export function onlyWith(...needed: readonly Need[]): TestOptions {
  const missing = needed.find((name) => !needs[name].isHere());
  return missing === undefined ? {} : { skip: true, meta: { skipped: needs[missing].why } };
}
