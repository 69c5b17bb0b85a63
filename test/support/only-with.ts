import { execFileSync } from "node:child_process";
import type { TestOptions } from "vitest";
import { hasSecretService } from "./secret-service.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test was not run here, of `onlyWith`. */
    skipped?: string;
  }
}

/** Whether Windows has its PowerShell: Wine has a program of that name, which says nothing. */
function hasPowerShell(): boolean {
  if (process.platform !== "win32") return false;
  try {
    const said = execFileSync("powershell.exe", ["-NoProfile", "-Command", "Write-Output yes"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return said.trim() === "yes";
  } catch {
    return false;
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
  certificatesByVariable: {
    isHere: () => process.platform === "linux",
    why: "needs certificates of the system that a variable may stand in for, as on Linux",
  },
  openFilesRemoved: {
    isHere: () => isUnix,
    why: "needs a system on which an open database may be removed or replaced",
  },
  links: { isHere: () => isUnix, why: "needs symbolic links, which Windows keeps to administrators" },
  windows: { isHere: () => !isUnix, why: "needs Windows, or Wine" },
  powerShell: { isHere: hasPowerShell, why: "needs the PowerShell of Windows" },
} as const satisfies Record<string, { readonly isHere: () => boolean; readonly why: string }>;

/**
 * Options of a test, or of a `describe`, that needs what not every computer has. Where something of it is missing it is
 * skipped, and its `meta.skipped` says why, for what counts the tests that did not run.
 */
export function onlyWith(...needed: readonly (keyof typeof needs)[]): TestOptions {
  const missing = needed.find((name) => !needs[name].isHere());
  return missing === undefined ? {} : { skip: true, meta: { skipped: needs[missing].why } };
}
