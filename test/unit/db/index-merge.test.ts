import { expect, test } from "vitest";
import { createIndexMerge } from "../../../main/db/index-merge.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account, idOf, patientRecord } from "../../support/store-records.ts";

/** A store whose patients were saved one by one, and how many parts its tables have. */
async function saved(count: number) {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  for (let number = 1; number <= count; number += 1)
    store.transaction(({ patients }) =>
      patients.insert(
        patientRecord(number, { input: { lastName: `${String.fromCharCode(96 + number)}surname` } }),
      ),
    );
  /** The numbers of a table's parts: a part that is written anew has another one. */
  const numbers = (table: string): readonly unknown[] =>
    db.prepare(`select distinct id >> 37 from ${table}_data where id > 10`).pluck().all();
  const parts = (table: string): number => numbers(table).length;
  const pages = (): string =>
    JSON.stringify(db.prepare("select block from patient_whole_data").pluck().all().map(String));
  const merge = (): number => {
    const chore = createIndexMerge(db).merge();
    let pieces = 1;
    while (chore()) pieces += 1;
    return pieces;
  };
  const isWanted = (): boolean =>
    db.prepare("select 1 from meta where key = 'index-wipe'").get() !== undefined;
  return { db, store, numbers, parts, pages, merge, isWanted };
}

test("each table's parts, of which every save makes one, become few, in pieces, and then there is nothing left to do", async () => {
  const { parts, merge } = await saved(20);
  const before = ["patient_names", "patient_whole"].map(parts);
  expect(Math.min(...before)).toBeGreaterThan(4);
  expect(merge()).toBeGreaterThan(1);
  for (const [at, table] of ["patient_names", "patient_whole"].entries())
    expect(parts(table), table).toBeLessThan(before[at] ?? 0);
  expect(merge()).toBe(1);
});

test("after a patient was taken out the tables are written anew, once, and nothing of the name is left in a page", async () => {
  const { store, pages, merge, isWanted } = await saved(3);
  expect(pages()).toContain("bsurname");
  store.transaction(({ patients }) => patients.remove(idOf(2)));
  expect(isWanted()).toBe(true);
  merge();
  expect([pages().includes("bsurname"), pages().includes("csurname"), isWanted()]).toEqual([
    false,
    true,
    false,
  ]);
  expect(pages()).not.toContain("nobody");
  expect(store.read(({ patients }) => patients.get(account, idOf(3)))).not.toBeNull();
});

test("tables that have one part already are written anew all the same, and not where nobody was taken out", async () => {
  const { store, numbers, merge, isWanted } = await saved(20);
  const both = () => ["patient_names", "patient_whole"].map(numbers);
  merge();
  const before = both();
  merge();
  expect(both()).toEqual(before);
  store.transaction(({ patients }) => patients.remove(idOf(2)));
  merge();
  for (const [at, after] of both().entries()) {
    expect([before[at]?.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before[at]);
  }
  expect(isWanted()).toBe(false);
});

test("each table is merged to its end, whichever has more", async () => {
  const { db, store, parts, merge } = await saved(2);
  merge();
  const insert = db.prepare("insert into patient_names (rowid, words) values (?, 'more')");
  for (let row = 1_000; row < 1_020; row += 1) insert.run(row);
  expect(parts("patient_names")).toBeGreaterThan(10);
  expect(merge()).toBeGreaterThan(1);
  expect(parts("patient_names")).toBeLessThan(4);
  store.close();
});

test("a patient who is taken out while the tables are merged is wiped by the next time", async () => {
  const { db, store, pages, merge, isWanted } = await saved(20);
  const chore = createIndexMerge(db).merge();
  expect(chore()).toBe(true);
  store.transaction(({ patients }) => patients.remove(idOf(2)));
  while (chore());
  expect(isWanted()).toBe(true);
  merge();
  expect([isWanted(), pages().includes("bsurname")]).toEqual([false, false]);
});

test("a store that was closed meanwhile is left alone", async () => {
  const { db } = await saved(1);
  const chore = createIndexMerge(db).merge();
  db.close();
  expect(chore()).toBe(false);
});
