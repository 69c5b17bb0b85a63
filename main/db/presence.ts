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

export type Presence = {
  /** What is gone, or null. Two looks at the file system. */
  readonly whatIsGone: () => Absence | null;
  /** The log that stands in its place is the one that was opened. */
  readonly hasOwnLog: () => boolean;
};

/**
 * Watches an open database and its log: both keep working after they were deleted or replaced, and what is
 * written then is nowhere.
 */
export function watchPresence(file: string): Presence {
  const log = `${file}-wal`;
  const logAtFirst = lookAt(log);
  let known = lookAt(file);
  const hasOwnLog = (): boolean => {
    const now = lookAt(log);
    return logAtFirst !== null && now !== null && isSameFile(logAtFirst, now);
  };
  const look = (): Absence | null => {
    const now = lookAt(file);
    // A database never shrinks by itself: a shorter file was written over by another one.
    if (known === null || now === null || !isSameFile(known, now) || now.size < known.size) return "database";
    known = now;
    return logAtFirst === null || hasOwnLog() ? null : "log";
  };
  return {
    hasOwnLog,
    whatIsGone: () => {
      try {
        return look();
      } catch {
        // Not to be looked at is not gone: SQLite says what it can still do.
        return null;
      }
    },
  };
}
