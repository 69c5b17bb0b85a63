import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where Chromium keeps this app's cookies, storage and caches. */
export interface Profile {
  readonly folder: string;
  /** Removes a profile that was made for this run only. */
  dispose(): void;
}

/** On Linux one that has ended keeps its number until somebody asks after it, which for an orphan may take seconds. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

const folderIn = (userData: string): string => join(userData, "Chromium Host");

/** The process that holds the profile in a userData folder: Chromium leaves a link named SingletonLock to `host-pid`. */
export function findProfileHolder(userData: string): number | undefined {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(folderIn(userData), "SingletonLock")))?.[1]);
    return Number.isInteger(pid) && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens the profile inside the app's userData folder. After a crash the Chromium of the crashed run may need a moment
 * to end, so a held profile is waited for; a second app that really runs there gets a temporary profile instead.
 */
export async function openProfile(userData: string): Promise<Profile> {
  const folder = folderIn(userData);
  mkdirSync(folder, { recursive: true });
  const deadline = Date.now() + 5000;
  while (findProfileHolder(userData) !== undefined) {
    if (Date.now() > deadline) {
      const temporary = mkdtempSync(join(tmpdir(), "chromium-host-"));
      return { folder: temporary, dispose: () => rmSync(temporary, { recursive: true, force: true }) };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { folder, dispose: () => undefined };
}
