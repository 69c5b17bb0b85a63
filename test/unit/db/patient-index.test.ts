import { expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { indexAllPatients } from "../../../main/db/patient-index.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { add, search } from "../../support/found-patients.ts";
import { idOf, patientRecord } from "../../support/store-records.ts";

/** A store, and the words of its index, each as often as it stands there. */
async function indexed(...patients: PatientRecord[]) {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  add(store, ...patients);
  const all = (sql: string): readonly string[] => db.prepare<unknown[], string>(sql).pluck().all();
  return {
    db,
    store,
    /** Without the sign of the account. */
    words: () =>
      [
        ...all("select term from patient_name_terms, json_each('[1,2,3]') where value <= cnt"),
        ...all("select term from patient_terms"),
      ]
        .map((term) => term.slice(1))
        .toSorted(),
    /** FTS5's own count of each table's rows: what its first record begins with. */
    rows: () =>
      ["names", "whole"].map((table) => {
        const head = db.prepare<unknown[], Buffer>(`select block from patient_${table}_data where id = 1`);
        return head.pluck().get()?.[0];
      }),
    update: (patient: PatientRecord): void =>
      store.transaction(({ patients: records }) => records.update(patient)),
  };
}
const wordsOf = async (patient: PatientRecord) => (await indexed(patient)).words();
const phoned = (phone: string): PatientRecord => patientRecord(1, { input: { phone } });

test.each([
  ["a phone number comes", patientRecord(1), phoned("2175550199")],
  ["a phone number goes", phoned("2175550199"), patientRecord(1)],
  ["a phone number changes", phoned("2175550199"), phoned("2175550188")],
  ["a name changes", patientRecord(1), patientRecord(1, { input: { lastName: "Smith-Jones" } })],
  ["a name is changed back", patientRecord(1, { input: { lastName: "Smith-Jones" } }), patientRecord(1)],
  ["nothing that is looked up changes", patientRecord(1), patientRecord(1, { input: { city: "Elsewhere" } })],
  ["the service gives a number", patientRecord(1), patientRecord(1, { patientId: 7 })],
])("when %s, the index has the words of the record as it is, each once", async (_what, before, after) => {
  const { words, rows, update } = await indexed(before);
  update(after);
  expect(words()).toEqual(await wordsOf(after));
  expect(rows()).toEqual([1, 1]);
});

test("nothing of a patient who is taken out stays in the index, and the others' words do", async () => {
  const other = patientRecord(2, { input: { firstName: "Bo", lastName: "Roe", email: "bo@x.example" } });
  const { store, words, rows } = await indexed(phoned("2175550199"), other);
  store.transaction(({ patients }) => patients.remove(idOf(1)));
  expect(words()).toEqual(await wordsOf(other));
  expect(rows()).toEqual([1, 1]);
  store.transaction(({ patients }) => patients.remove(idOf(1)));
  expect(rows()).toEqual([1, 1]);
});

test("an index that is made anew has everybody's words once, of those that can be read", async () => {
  const patients = [1, 2, 3].map((number) => patientRecord(number, { input: { lastName: `Name${number}` } }));
  const { db, store, words } = await indexed(...patients);
  const before = words();
  for (const table of ["names", "whole"])
    db.exec(`insert into patient_${table} (patient_${table}) values ('delete-all')`);
  expect(words()).toEqual([]);
  indexAllPatients(db);
  expect(words()).toEqual(before);
  expect(search(store, "name").toSorted()).toEqual([1, 2, 3]);
});
