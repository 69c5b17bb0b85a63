import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import type { Failure } from "../../shared/core/failure.ts";
import { createBackgroundCheck, setCheckMark } from "./background-check.ts";
import { createIdleTasks } from "./chores.ts";
import type { Clock } from "../platform/ports.ts";
import { createIndexMerge } from "./index-merge.ts";
import { findFreeName, logWord, makeStorePrivate, getStoreFile, listStoreFiles } from "./files.ts";
import { watchPresence, type Absence } from "./presence.ts";
import { createDamagedError, createLogLostError, createStoreLostError } from "./problems.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { StoreError } from "./store-error.ts";
import type { Store, StoreOrigin } from "./types.ts";

export type StoreWatch = {
  readonly clock: Pick<Clock, "after" | "now">;
  /** The files are gone or replaced: from now on every write fails with this. Told once. */
  readonly onLost: (failure: Failure, files: readonly string[]) => void;
  /** They are damaged, which the start could not see yet: from now on every write fails with this. Told once. */
  readonly onDamaged: (failure: Failure, files: readonly string[]) => void;
  /** Something was written, and is durable. */
  readonly onWritten: () => void;
};

type Options = {
  readonly db: Database;
  readonly origin: StoreOrigin;
  readonly directory: string;
  readonly watch: StoreWatch;
  /** The start left a part of the file to be checked now. */
  readonly isUnchecked: boolean;
};

/** Milliseconds without a write until the log is merged into the database. */
const idleAfter = 3_000;

/**
 * Merges the log into the database without waiting for anybody, so that a copy of the database alone, or a log
 * that is removed after a crash, loses nothing. With another program reading, it merges as much as it can.
 */
function mergeLog(db: Database): void {
  db.pragma("busy_timeout = 0");
  try {
    db.pragma("wal_checkpoint(truncate)");
  } catch {
    // A full disk, or somebody reads just now: the log stays, and what was saved with it.
  } finally {
    db.pragma("busy_timeout = 250");
  }
}

/** A log beside a database that is not its own would be merged into that one, and spoil it. */
function putLogAway(log: string, kept: string): void {
  try {
    renameSync(log, kept + logWord);
  } catch {
    // It stays, and the next start finds that the two do not fit.
  }
}

/** Writes what the connection still sees beside the place of the database. Null when that cannot be done. */
function keepCopy(db: Database, directory: string, now: Date): string | null {
  const name = findFreeName(directory, "kept", now);
  const unfinished = join(directory, `${name}.new`);
  try {
    db.prepare("vacuum into ?").run(unfinished);
    renameSync(unfinished, join(directory, name));
    makeStorePrivate(join(directory, name));
    return join(directory, name);
  } catch {
    return null;
  }
}

/**
 * The store over an open database whose files are looked after: nothing is acknowledged once they are gone, and
 * the log is merged when nobody writes.
 */
export function createWatchedStore({ db, origin, directory, watch, isUnchecked }: Options): Store {
  const { later, stop } = createIdleTasks(watch.clock);
  const store = createSqliteStore(db, origin, { later, now: watch.clock.now });
  const index = createIndexMerge(db);
  const file = getStoreFile(directory);
  const { whatIsGone, hasOwnLog } = watchPresence(file);
  let lost: StoreError | null = null;
  let isMerging = false;
  let cancelIdle = (): void => undefined;

  function loses(absence: Absence): StoreError {
    cancelIdle();
    if (absence === "log") mergeLog(db);
    const kept = absence === "log" ? null : keepCopy(db, directory, watch.clock.now());
    lost = absence === "log" ? createLogLostError() : createStoreLostError(directory, kept);
    // All that is in it is in the copy.
    if (kept !== null && hasOwnLog()) putLogAway(`${file}-wal`, kept);
    watch.onLost(lost.failure, [kept ?? file]);
    return lost;
  }

  function damaged(): void {
    cancelIdle();
    lost = createDamagedError();
    try {
      setCheckMark(db, "damaged");
    } catch {
      // The next start finds it again, later.
    }
    watch.onDamaged(lost.failure, listStoreFiles(directory));
  }

  function merge(): void {
    const absence = whatIsGone();
    if (absence !== null) return void loses(absence);
    mergeLog(db);
    if (isMerging) return;
    isMerging = true;
    const mergeIndex = index.merge();
    later(() => {
      let isMore = false;
      try {
        isMore = mergeIndex();
        // What it wrote anew replaces what was deleted in the database only then.
        if (!isMore) mergeLog(db);
        return isMore;
      } finally {
        isMerging = isMore;
      }
    });
  }

  if (isUnchecked) later(createBackgroundCheck(db, damaged));
  // What an earlier run did not come to.
  cancelIdle = watch.clock.after(idleAfter, merge);

  function looked<T>(write: () => T): T {
    if (db.inTransaction) return write();
    if (lost !== null) throw lost;
    const result = write();
    // After the sync: a write that went into a deleted file is never said to be saved.
    const absence = whatIsGone();
    if (absence !== null) throw loses(absence);
    cancelIdle();
    cancelIdle = watch.clock.after(idleAfter, merge);
    watch.onWritten();
    return result;
  }

  return {
    ...store,
    transaction: (work) => looked(() => store.transaction(work)),
    group: (work) => looked(() => store.group(work)),
    close: () => {
      cancelIdle();
      stop();
      store.close();
    },
  };
}
