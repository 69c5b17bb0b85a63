import type { Database } from "better-sqlite3-multiple-ciphers";
import { closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { promisify } from "node:util";
import type { BackupCounts } from "../../shared/backup/backup.ts";
import type { AccountId } from "../../shared/session/account.ts";
import { itemStatuses } from "../../shared/outbox/item.ts";
import type { SecretResult, SecretStore } from "../platform/secret-store.ts";
import { readCheckMark } from "./background-check.ts";
import { connectExisting } from "./connection.ts";
import { getStoreFile } from "./files.ts";
import { findKey, saltLength, type DatabaseKey } from "./key.ts";
import { readSchemaVersion } from "./migrations.ts";
import { watchPresence } from "./presence.ts";

/** The database's file as it was at one moment, while the desk goes on writing. */
export type Snapshot = {
  /** Its size. */
  readonly bytes: number;
  /** What it is encrypted with: 32 bytes. */
  readonly key: Buffer;
  /** Of its schema. */
  readonly layout: number;
  readonly counts: BackupCounts;
  /** Every page of it was looked at, as far as this program knows. */
  readonly isChecked: boolean;
  /** Reads encrypted bytes from that place on, and answers how many. */
  readonly read: (at: number, into: Uint8Array) => Promise<number>;
  /** The database's log may be merged again. The key is written over. */
  readonly release: () => void;
};

/**
 * `no-key`: the keychain has none for this file. `in-use`: somebody else reads the database; later it is possible.
 * `gone`: the file or its log was removed or replaced since this was begun.
 */
export type SnapshotProblem = "no-key" | "in-use" | "gone";

export type Snapshots = {
  readonly take: () => Promise<SecretResult<Snapshot | SnapshotProblem>>;
  /** To be called after the database was closed. */
  readonly close: () => void;
};

type Options = {
  readonly directory: string;
  readonly secrets: SecretStore;
  /** Whose records are nobody's: they are not counted. */
  readonly practice: AccountId;
};

const readAt = promisify(read);

/** Rows that are counted at once: a few milliseconds. */
const atOnce = 1_000;

const waitingStatuses = itemStatuses.filter((status) => status !== "done" && status !== "discarded");

/** A turn of the loop for everybody else. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Rows in the order of an index that holds all that is asked for; its column is the place of each. */
type Rows = { readonly place: string; readonly from: string; readonly start: string | number };

/** Counts along an index in parts: a million rows in one go would hold main up. */
async function countAlong(db: Database, { place, from, start }: Rows, ...values: string[]): Promise<number> {
  const next = db
    .prepare<unknown[], number | string>(
      `select ${place} from ${from} and ${place} > ? order by ${place} limit ${atOnce}`,
    )
    .pluck();
  let count = 0;
  for (let part = next.all(...values, start); part.length > 0;) {
    count += part.length;
    await turn();
    part = part.length < atOnce ? [] : next.all(...values, part.at(-1));
  }
  return count;
}

const allPatients: Rows = { place: "id", from: "patients where true", start: "" };
const addedPatients: Rows = {
  place: "sequence",
  from: "patients indexed by patients_added where account_id = ? and imported is null",
  start: -1,
};
const madeBookings: Rows = {
  place: "changed",
  from: "items indexed by items_booked where account_id = ? and kind = 'booking' and status = 'done'",
  start: -1,
};
/** What the service does not have yet is little, whatever a desk has behind it. */
const waitingItems = `select count(*) from items indexed by items_of_status where account_id = ?
  and status in (select value from json_each('${JSON.stringify(waitingStatuses)}'))`;

async function count(db: Database, practice: AccountId): Promise<BackupCounts> {
  const accounts = db.prepare<unknown[], AccountId>("select id from accounts where id <> ?").pluck();
  const waitingOf = db.prepare<unknown[], number>(waitingItems).pluck();
  const all = await countAlong(db, allPatients);
  // Practice has no imports.
  const patients = all - (await countAlong(db, addedPatients, practice));
  let [bookings, waiting] = [0, 0];
  for (const account of accounts.all(practice)) {
    bookings += await countAlong(db, madeBookings, account);
    waiting += waitingOf.get(account) ?? 0;
  }
  return { patients, bookings, waiting };
}

/**
 * Merges the log and begins to read: such a reader reads the file alone, and as long as it does SQLite writes nothing into
 * it, but into the log. False where the log could not be merged whole.
 * https://sqlite.org/wal.html#concurrency
 */
function holdStill(db: Database): boolean {
  const merge = db.prepare<unknown[], { busy: number; log: number }>("pragma wal_checkpoint(truncate)");
  const merged = merge.get();
  if (merged?.busy !== 0 || merged.log > 0) return false;
  db.exec("begin");
  db.prepare("select count(*) from sqlite_schema").get();
  return true;
}

/**
 * Consistent copies of an open database, byte by byte as it stands on the disk, encrypted: nothing is decrypted, nothing
 * is written beside it, and main is never still for longer than a part.
 *
 * The file is opened by hand and stays open until the database is closed: on POSIX, closing any handle of a file takes
 * this process's locks from it, SQLite's among them (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled).
 */
export function createSnapshots({ directory, secrets, practice }: Options): Snapshots {
  const file = getStoreFile(directory);
  const { whatIsGone } = watchPresence(file);
  let handle: number | null = null;

  function salt(raw: number): Buffer {
    const found = Buffer.alloc(saltLength);
    readSync(raw, found, 0, saltLength, 0);
    return found;
  }

  async function begin(key: DatabaseKey, raw: number): Promise<Snapshot | "in-use"> {
    const bytes = Buffer.from(key.bytes);
    const db = await connectExisting(file, key);
    try {
      if (!holdStill(db)) {
        db.close();
        return "in-use";
      }
      const release = (): void => {
        bytes.fill(0);
        db.close();
      };
      return {
        bytes: fstatSync(raw).size,
        key: bytes,
        layout: readSchemaVersion(db),
        counts: await count(db, practice),
        isChecked: readCheckMark(db) === null,
        read: async (at, into) => (await readAt(raw, into, 0, into.length, at)).bytesRead,
        release,
      };
    } catch (error) {
      db.close();
      throw error;
    }
  }

  return {
    take: async () => {
      // What was opened by hand before would be read on, and what stands in its place be opened beside it.
      if (whatIsGone() !== null) return { ok: true, value: "gone" };
      const raw = (handle ??= openSync(file, "r"));
      const found = await findKey(secrets, salt(raw));
      if (!found.ok) return found;
      if (typeof found.value === "string") return { ok: true, value: "no-key" };
      const key = found.value;
      try {
        return { ok: true, value: await begin(key, raw) };
      } finally {
        key.bytes.fill(0);
      }
    },
    close: () => {
      if (handle !== null) closeSync(handle);
      handle = null;
    },
  };
}
