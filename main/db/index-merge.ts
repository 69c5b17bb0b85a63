import type { Database } from "better-sqlite3-multiple-ciphers";
import type { Chore } from "./chores.ts";

/**
 * Merges the parts of the full-text tables, of which each save makes one, so that a search looks into few of them; and
 * writes the tables anew after a patient was taken out. Deleted words are wiped at once, but where one stood first on
 * a page, its beginning may be left as that page's label.
 */
export type IndexMerge = {
  /** In the transaction that takes a patient out: the tables are to be written anew. */
  readonly wipe: () => void;
  /** A chore that merges, or goes on writing anew. */
  readonly merge: () => Chore;
};

const tables = ["patient_names", "patient_whole"] as const;
/** Pages that are written at once: a few milliseconds. */
const pagesAtOnce = 4;
const wipeKey = "index-wipe";
/** The row that makes a part of its own, since a table of one part would be left as it is. Nobody finds it. */
const nobody = { rowid: 0, words: "nobody" };

export function createIndexMerge(db: Database): IndexMerge {
  const changes = db.prepare<unknown[], number>("select total_changes()").pluck();
  const wanted = db.prepare("insert or ignore into meta (key, value) values (?, '1')");
  const isWanted = db.prepare<unknown[], unknown>("select 1 from meta where key = ?");
  const done = db.prepare("delete from meta where key = ?");
  const parts = tables.map((table) => ({
    merge: db.prepare(`insert into ${table} (${table}, rank) values ('merge', ?)`),
    insert: db.prepare(`insert into ${table} (rowid, words) values (:rowid, :words)`),
    remove: db.prepare(`insert into ${table} (${table}, rowid, words) values ('delete', :rowid, :words)`),
  }));
  /** Whether there was anything to merge. */
  function merged(part: (typeof parts)[number]): boolean {
    const before = changes.get() ?? 0;
    part.merge.run(pagesAtOnce);
    // The command itself counts as one change.
    return (changes.get() ?? 0) - before > 1;
  }

  return {
    wipe: () => void wanted.run(wipeKey),
    merge: () => {
      let isWiping: boolean | null = null;
      return () => {
        if (!db.open) return false;
        if (isWiping === null) {
          isWiping = isWanted.get(wipeKey) !== undefined;
          if (isWiping)
            for (const part of parts) {
              db.transaction(() => {
                part.insert.run(nobody);
              }).immediate();
              db.transaction(() => {
                part.remove.run(nobody);
              }).immediate();
              part.merge.run(-pagesAtOnce);
            }
        }
        if (parts.some(merged)) return true;
        if (isWiping) done.run(wipeKey);
        return false;
      };
    },
  };
}
