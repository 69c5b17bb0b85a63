import { statSync } from "node:fs";

/** `log`: the database is whole as soon as its log is merged, which the open connection still can. */
export type Absence = "database" | "log";

type Known = { readonly device: bigint; readonly inode: bigint; readonly size: bigint };

function lookAt(file: string): Known | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : { device: found.dev, inode: found.ino, size: found.size };
}

/** Windows keeps an open file from being replaced, and its network disks give no number twice. */
const isSameFile = (one: Known, other: Known): boolean =>
  process.platform === "win32" || (one.device === other.device && one.inode === other.inode);

/**
 * Watches an open database and its log: both keep working after they were deleted or replaced, and what is
 * written then is nowhere. Answers what is gone, or null. Two looks at the file system each time.
 */
export function watchPresence(file: string): () => Absence | null {
  const log = `${file}-wal`;
  const logAtFirst = lookAt(log);
  let known = lookAt(file);
  const look = (): Absence | null => {
    const now = lookAt(file);
    // A database never shrinks by itself: a shorter file was written over by another one.
    if (known === null || now === null || !isSameFile(known, now) || now.size < known.size) return "database";
    known = now;
    const logNow = lookAt(log);
    if (logAtFirst === null) return null;
    return logNow === null || !isSameFile(logAtFirst, logNow) ? "log" : null;
  };
  return () => {
    try {
      return look();
    } catch {
      // Not to be looked at is not gone: SQLite says what it can still do.
      return null;
    }
  };
}
