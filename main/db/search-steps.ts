import type { Database } from "better-sqlite3-multiple-ciphers";
import type { SequencedRow } from "./patient-index.ts";
import { getPrefixEnd, toSecondWord } from "./search-words.ts";

export type SearchScope = { readonly accountId: string; readonly limit: number };
/** One look-up of a search. */
export type SearchStep = (found: SearchScope) => readonly SequencedRow[];

type Table = "names" | "whole";

/** A word that fewer people have is rare: all of them are read to find two words, which takes half a millisecond at most. */
const mostRare = 2_500;
const columns = "p.sequence, p.id, p.account_id as accountId, p.json";

/** The look-ups of patients. Account signs may meet, so each compares the account itself before it counts to its limit. */
export function createSearchSteps(db: Database) {
  /** Newest first, which is the index's own order: sorting by its rank would read every match. */
  const byWords = (table: Table) =>
    db.prepare<unknown[], SequencedRow>(`select ${columns}
      from patient_${table} w cross join patients p on p.sequence = w.rowid
      where w.patient_${table} match :match and p.account_id = :accountId order by w.rowid desc limit :limit`);
  const run = { names: byWords("names"), whole: byWords("whole") };
  const byOrder = db.prepare<unknown[], SequencedRow>(`select ${columns}
    from patient_terms w cross join patients p on p.sequence = w.doc
    where w.term >= :from and w.term < :to and p.account_id = :accountId order by w.term limit :limit`);
  const pairedDocs = db
    .prepare<unknown[], number>(`select distinct doc from patient_terms
      where term >= :from and term < :to and instr(term, :second) > 0 order by doc desc`)
    .pluck();
  const bySequence = db.prepare<unknown[], SequencedRow>(`select ${columns} from patients p
    where p.sequence = :sequence and p.account_id = :accountId`);
  const byNumber = db.prepare<unknown[], SequencedRow>(`select ${columns} from patients p
    where p.account_id = :accountId and p.patient_id = :patientId order by p.sequence desc limit :limit`);
  const countRare = db
    .prepare<unknown[], number>(
      `select count(*) from (select 1 from patient_names where patient_names match ? limit ${mostRare + 1})`,
    )
    .pluck();

  return {
    /** FTS5's own query. Newest first. */
    matching:
      (table: Table, match: string): SearchStep =>
      (found) =>
        run[table].all({ ...found, match }),
    /** Words of `patient_whole` that begin like this, in their order: a common beginning costs no more than a rare one. */
    inOrder:
      (from: string): SearchStep =>
      (found) =>
        byOrder.all({ ...found, from, to: getPrefixEnd(from) }),
    /** Pairs of words that begin like this, and whose other word begins like that. Newest first. */
    pairs:
      (from: string, other: string): SearchStep =>
      ({ accountId, limit }) => {
        const rows: SequencedRow[] = [];
        for (const sequence of pairedDocs.all({
          from,
          to: getPrefixEnd(from),
          second: toSecondWord(other),
        })) {
          if (rows.length === limit) break;
          const row = bySequence.get({ sequence, accountId });
          if (row !== undefined) rows.push(row);
        }
        return rows;
      },
    /** By their number at the service. Newest first. */
    numbered:
      (patientId: number): SearchStep =>
      (found) =>
        byNumber.all({ ...found, patientId }),
    /** Whether few people are found by that query of names. */
    isRare: (match: string): boolean => (countRare.get(match) ?? 0) <= mostRare,
  };
}
