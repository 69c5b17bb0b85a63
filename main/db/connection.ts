import type { Database } from "better-sqlite3-multiple-ciphers";
import type { DatabaseKey } from "./key.ts";

/** What each setting must read back as. `synchronous` 2 is FULL, `temp_store` 2 is MEMORY. */
const settings: readonly (readonly [pragma: string, value: string, readsAs: string | number])[] = [
  ["busy_timeout", "250", 250],
  ["locking_mode", "normal", "normal"],
  ["journal_mode", "wal", "wal"],
  ["synchronous", "full", 2],
  ["fullfsync", "on", 1],
  ["checkpoint_fullfsync", "on", 1],
  ["temp_store", "memory", 2],
  ["secure_delete", "on", 1],
  ["foreign_keys", "on", 1],
  ["trusted_schema", "off", 0],
  // In KiB: what a search at a million patients reads again and again.
  ["cache_size", "-8192", -8192],
];

/** The file system or the library does not grant a setting, such as a write-ahead log on a network drive. */
export class SettingRefused extends Error {}

type Opening = {
  readonly readonly: boolean;
  /** The file is never made. */
  readonly fileMustExist?: boolean;
};

/** Loaded at first use, so that a computer on which the native module does not load can still say so. */
async function load(file: string | Buffer, options: Opening): Promise<Database> {
  const { default: Sqlite } = await import("better-sqlite3-multiple-ciphers");
  return new Sqlite(file, { timeout: 250, ...options });
}

/**
 * Opens a file with its key, which goes in raw: 64 hex digits, then 32 of the salt. SQLite3 Multiple
 * Ciphers takes a key of that form as it is, underived.
 */
async function unlock(file: string, key: DatabaseKey, options: Opening): Promise<Database> {
  const db = await load(file, options);
  db.pragma(`cipher = '${key.cipher}'`);
  db.pragma(`key = "x'${key.bytes.toString("hex")}${key.salt.toString("hex")}'"`);
  return db;
}

/**
 * Opens a database to look at it: neither reading nor closing changes the file or its log, which closing
 * a connection that may write would merge. The first read throws `SQLITE_NOTADB` when it does not open.
 */
export const connectReadOnly = (file: string, key: DatabaseKey): Promise<Database> =>
  unlock(file, key, { readonly: true });

/** Sets and reads back each setting; closes a database that does not grant one. */
function settle(db: Database, journalMode: "wal" | "memory"): Database {
  try {
    for (const [pragma, value, readsAs] of settings) {
      db.pragma(`${pragma} = ${value}`);
      const found = db.pragma(pragma, { simple: true });
      const wanted = pragma === "journal_mode" ? journalMode : readsAs;
      if (found !== wanted) throw new SettingRefused(`${pragma} is ${String(found)}, not ${value}.`);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens a database, or makes the file, with every setting that durability and secrecy rest on, each read
 * back. Throws SQLite's errors, and `SettingRefused`.
 */
export async function connect(file: string, key: DatabaseKey): Promise<Database> {
  return settle(await unlock(file, key, { readonly: false }), "wal");
}

/** The same where the file is there; throws `SQLITE_CANTOPEN` where it is not. */
export async function connectExisting(file: string, key: DatabaseKey): Promise<Database> {
  return settle(await unlock(file, key, { readonly: false, fileMustExist: true }), "wal");
}

/**
 * A database that is nowhere but in this process: SQLite has no write-ahead log for one. It begins empty, or as a copy
 * of another one, as that one's `serialize` gave it.
 */
export async function connectInMemory(copied?: Buffer): Promise<Database> {
  return settle(await load(copied ?? ":memory:", { readonly: false }), "memory");
}
