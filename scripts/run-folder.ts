import { mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = { folder: "/dev/shm", type: 0x0102_1994, bytesNeeded: 4e9 };
const prefix = "front-desk-run-";

/**
 * In memory where there is room. Nothing is proved by a disk that is slow: whether what counts is synced is seen in the calls, and a
 * killed process leaves what it wrote there as well.
 */
function placeOfRuns(): string {
  try {
    const { type, bavail, bsize } = statfsSync(memory.folder);
    if (type === memory.type && bavail * bsize >= memory.bytesNeeded) return memory.folder;
  } catch {
    // This system has none.
  }
  return tmpdir();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of somebody else's may not be asked.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A test that uses a file may hold it open for a moment longer, and somebody else's folder stays: the next run looks again. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It is no reason for a run to fail.
  }
}

/** Takes away what runs left there that were killed: memory that is full stops everything, and nobody looks for it there. */
export function removeEndedRuns(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isSafeInteger(pid) && pid > 0 && !isRunning(pid)) removeIfPossible(join(place, name));
  }
}

/**
 * All that this process and those it starts put into the system's temporary folder stands in one folder of this run, and goes with it.
 * Whoever sets TMPDIR, as a run does for the runs that it starts, has chosen another place. Windows has no memory to fill.
 */
export function enterRunFolder(): void {
  if (process.env["TMPDIR"] !== undefined || process.platform === "win32") return;
  const place = placeOfRuns();
  removeEndedRuns(place);
  const folder = join(place, `${prefix}${process.pid}`);
  // PostgreSQL runs as another user where the tests are root's, and has a folder of its own in this one.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  process.env["TMPDIR"] = folder;
  process.once("exit", () => removeIfPossible(folder));
}
