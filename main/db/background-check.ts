import type { Database } from "better-sqlite3-multiple-ciphers";
import type { Chore } from "./chores.ts";
import { getSqliteCode } from "./store-error.ts";

/**
 * After an unclean end, a large file is not read whole before the window opens. What requests are made of is checked
 * then, the known patients and their index here, a few pages at a time.
 *
 * `unchecked`: that did not end yet. `damaged`: it found something, so that the next start reads the whole file first.
 */
export type CheckMark = "unchecked" | "damaged";
const markKey = "check";

/** The mark that an earlier run left in the file. */
export function readCheckMark(db: Database): CheckMark | null {
  const hasMeta = db.prepare("select 1 from sqlite_schema where name = 'meta'").get() !== undefined;
  if (!hasMeta) return null;
  const mark = db.prepare<unknown[], unknown>("select value from meta where key = ?").pluck().get(markKey);
  return mark === "unchecked" || mark === "damaged" ? mark : null;
}

export function setCheckMark(db: Database, mark: CheckMark | null): void {
  if (mark === null) db.prepare("delete from meta where key = ?").run(markKey);
  else db.prepare("insert or replace into meta (key, value) values (?, ?)").run(markKey, mark);
}

/** Tables that grow with the number of patients, and the column that each is read in the order of. */
const largeTables = {
  patients: { key: "sequence", content: "json" },
  patient_names_data: { key: "id", content: "block" },
  patient_whole_data: { key: "id", content: "block" },
} as const;
const isLarge = (table: string): boolean =>
  table in largeTables || table === "patient_names_idx" || table === "patient_whole_idx";
const rowsAtOnce = 150;

export const isDamage = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(getSqliteCode(error) ?? "");

/** Checks all tables but the large ones, items first among them, and answers whether they are whole. */
export function areSmallTablesWhole(db: Database): boolean {
  const tables = db
    .prepare<unknown[], string>("select name from sqlite_schema where type = 'table' and rootpage > 0")
    .pluck()
    .all();
  return tables
    .filter((table) => !isLarge(table))
    .every((table) => db.pragma(`quick_check('${table}')`, { simple: true }) === "ok");
}

/**
 * A chore that reads all pages of the large tables: each carries a code of its content, so one that was changed or
 * torn cannot be read. Takes the mark away in the end; `onDamage` is told once.
 */
export function createBackgroundCheck(db: Database, onDamage: () => void): Chore {
  const readers = Object.entries(largeTables).map(([table, { key, content }]) => {
    const read = db.prepare<unknown[], { last: bigint | null }>(
      `select max(at) as last, sum(length(content)) from
        (select ${key} as at, ${content} as content from ${table} where ${key} > ? order by ${key} limit ${rowsAtOnce})`,
    );
    return read.safeIntegers();
  });
  let [table, from] = [0, -1n];
  return () => {
    if (!db.open) return false;
    const reader = readers[table];
    try {
      if (reader === undefined) {
        setCheckMark(db, null);
        return false;
      }
      const last = reader.get(from)?.last ?? null;
      [table, from] = last === null ? [table + 1, -1n] : [table, last];
      return true;
    } catch (error) {
      if (!isDamage(error)) throw error;
      onDamage();
      return false;
    }
  };
}
