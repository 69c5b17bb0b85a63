import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { connect } from "../../../main/db/connection.ts";
import { fileSecrets } from "../../support/file-secrets.ts";
import { flipBit, keyOf } from "../../support/store-files.ts";

/** Where a desk keeps its records, and who has them open. */
export type DiskPlace = {
  readonly directory: string;
  readonly secretsFile: string;
  /** The process whose disk is at fault. */
  readonly pid: number;
};

/** A fault of the disk. Answers how it is lifted; what it did to files is undone then. */
export type DiskFault = {
  readonly name: string;
  readonly begin: (place: DiskPlace) => Promise<() => Promise<void>>;
};

const databaseOf = ({ directory }: DiskPlace): string => join(directory, "front-desk.db");
const logOf = (place: DiskPlace): string => `${databaseOf(place)}-wal`;

/** Makes system calls of that process on the records' files fail, as the kernel does on a bad disk. */
async function failing(place: DiskPlace, calls: string, error: string): Promise<() => Promise<void>> {
  const files = [databaseOf(place), logOf(place)].flatMap((file) => ["-P", file]);
  const rules = ["-e", `trace=${calls}`, "-e", `inject=${calls}:error=${error}`];
  const strace = spawn("strace", ["-f", "-p", String(place.pid), ...rules, ...files, "-o", devNull], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    strace.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("attached")) resolve();
    });
    strace.once("exit", () => reject(new Error(`strace ended: ${said}`)));
  });
  return () =>
    new Promise((resolve) => {
      strace.once("exit", () => resolve());
      strace.kill("SIGINT");
    });
}

/** Another process's connection to the records. */
async function otherConnection(place: DiskPlace): Promise<Database> {
  return connect(databaseOf(place), await keyOf(databaseOf(place), fileSecrets(place.secretsFile)));
}

/** A file system of a few megabytes in memory, that can be filled; null where none may be mounted. */
export function mountSmallDisk(directory: string): (() => void) | null {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m,mode=700", "tmpfs", directory], { stdio: "ignore" });
    return () => void execFileSync("umount", ["-l", directory], { stdio: "ignore" });
  } catch {
    return null;
  }
}

/** Writes a file until there is no room, and a page more of nothing. */
function fill(file: string): void {
  for (let size = 1_048_576; size >= 1; size = Math.floor(size / 4)) {
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

const full: DiskFault = {
  name: "disk full",
  begin: async (place) => {
    const ballast = join(place.directory, "ballast");
    const isSmall = statSync(place.directory).dev !== statSync(join(place.directory, "..")).dev;
    if (!isSmall) return failing(place, "pwrite64", "ENOSPC");
    fill(ballast);
    return async () => rmSync(ballast);
  },
};

const ioError: DiskFault = {
  name: "I/O error",
  begin: (place) => failing(place, "fdatasync,fsync", "EIO"),
};

/** As a file system becomes after an error of its own. */
const readOnly: DiskFault = {
  name: "read-only",
  begin: (place) => failing(place, "pwrite64,ftruncate", "EROFS"),
};

const busy: DiskFault = {
  name: "busy",
  begin: async (place) => {
    const other = await otherConnection(place);
    other.exec("begin immediate");
    return async () => {
      other.exec("rollback");
      other.close();
    };
  },
};

const corrupt: DiskFault = {
  name: "corrupt page",
  begin: async (place) => {
    const other = await otherConnection(place);
    // A change by somebody else, so that what the desk remembers of the file is read again.
    other.exec("insert or replace into meta (key, value) values ('touched', 'yes')");
    other.pragma("wal_checkpoint(truncate)");
    const page = Number(
      other.prepare("select rootpage from sqlite_schema where name = 'items'").pluck().get(),
    );
    const size = Number(other.pragma("page_size", { simple: true }));
    other.close();
    const at = (page - 1) * size + Math.floor(size / 2);
    flipBit(databaseOf(place), at);
    return async () => flipBit(databaseOf(place), at);
  },
};

/** Faults that come while the desk is at work, and go again. */
export const passingFaults: readonly DiskFault[] = [full, ioError, readOnly, busy, corrupt];

/** Bytes of the log that hold something, or 0 without a log. */
export const logSize = (directory: string): number =>
  statSync(join(directory, "front-desk.db-wal"), { throwIfNoEntry: false })?.size ?? 0;

/** Cuts the log's end off, as when the power failed in the midst of a write. */
export const cutLog = (directory: string, size: number): void =>
  truncateSync(join(directory, "front-desk.db-wal"), size);
