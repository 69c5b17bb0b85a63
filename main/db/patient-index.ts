import type { Database } from "better-sqlite3-multiple-ciphers";
import { patientRecord, patientUpgrades, type PatientRecord } from "../../shared/patients/patient.ts";
import { parseRows, type JsonRow } from "./rows.ts";
import { toPatientKeys } from "./search-query.ts";
import { createAccountSigns, listIndexWords, type IndexWords } from "./search-words.ts";

/** Writes the words of patients, in the transaction that writes the patient. */
export type PatientIndex = {
  readonly add: (sequence: number | bigint, patient: PatientRecord) => void;
  /** Takes the words of the record as it was before out, and puts those of the new one in; null: there is none. */
  readonly change: (sequence: number, before: PatientRecord, after: PatientRecord | null) => void;
};

export const patientShape = { schema: patientRecord, upgrades: patientUpgrades };
export type SequencedRow = JsonRow & { readonly sequence: number };

const noWords: IndexWords = { names: [], whole: [] };

const without = (words: readonly string[], others: readonly string[]): string =>
  words.filter((one) => !others.includes(one)).join(" ");

/**
 * The tables keep no text, so a word is taken out by naming it. They delete securely: nothing of it stays in their
 * pages (see `index-merge.ts` for the one exception).
 */
export function createPatientIndex(db: Database): PatientIndex {
  const signOf = createAccountSigns();
  const wordsOf = (patient: PatientRecord): IndexWords =>
    listIndexWords(signOf(patient.accountId), toPatientKeys(patient));
  const tables = (["names", "whole"] as const).map((part) => ({
    part,
    insert: db.prepare(`insert into patient_${part} (rowid, words) values (?, ?)`),
    remove: db.prepare(`insert into patient_${part} (patient_${part}, rowid, words) values ('delete', ?, ?)`),
  }));
  return {
    add: (sequence, patient) => {
      const words = wordsOf(patient);
      for (const { part, insert } of tables) insert.run(sequence, words[part].join(" "));
    },
    change: (sequence, before, after) => {
      // Words are made of the input alone: a number that came changes none.
      if (JSON.stringify(before.input) === JSON.stringify(after?.input)) return;
      const old = wordsOf(before);
      const now = after === null ? noWords : wordsOf(after);
      for (const { part, insert, remove } of tables) {
        const gone = without(old[part], now[part]);
        const come = without(now[part], old[part]);
        if (gone === "" && come === "") continue;
        // Both, so that the table's count of its rows stays right.
        remove.run(sequence, gone);
        if (after !== null) insert.run(sequence, come);
      }
    },
  };
}

const filledAtOnce = 500;

/** Puts the words of all patients into tables that are empty; those that cannot be read have none. */
export function indexAllPatients(db: Database): void {
  const index = createPatientIndex(db);
  const next = db.prepare<
    unknown[],
    SequencedRow
  >(`select sequence, id, account_id as accountId, json from patients
    where sequence > ? order by sequence limit ${filledAtOnce}`);
  let rows = next.all(0);
  while (rows.length > 0) {
    for (const row of rows)
      for (const patient of parseRows(patientShape, [row]).items) index.add(row.sequence, patient);
    rows = next.all(rows.at(-1)?.sequence ?? 0);
  }
}
