import Sqlite from "better-sqlite3-multiple-ciphers";
import { expect, test } from "vitest";
import { migrateDatabase, migrations, readSchemaVersion } from "../../../main/db/migrations.ts";
import { parsePatientQuery } from "../../../main/db/search-query.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { addFirstPatient } from "../../support/first-layout.ts";
import { account, patientRecord } from "../../support/store-records.ts";
import { laterMigrations } from "../../support/later-migrations.ts";

test("versions are numbered from one without gaps", () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_migration, index) => index + 1));
});

test("the version changes inside the transaction of its step, so that both are there or neither", () => {
  const db = new Sqlite(":memory:");
  const seen: string[] = [];
  migrateDatabase(db, laterMigrations, ({ version, at }) => {
    if (typeof at === "string")
      seen.push(`${at} ${version - readSchemaVersion(db)} ${String(db.inTransaction)}`);
  });
  const each = ["before-commit 0 true", "committed 0 false"];
  expect(seen).toEqual(laterMigrations.flatMap(() => each));
});

test("a step that fails leaves the version before it, and the next try goes on from there", () => {
  const db = new Sqlite(":memory:");
  migrateDatabase(db, migrations);
  const bad = { version: migrations.length + 1, statements: ["create table new_one (a)", "no statement"] };
  expect(() => migrateDatabase(db, [...migrations, bad])).toThrow("syntax error");
  expect(readSchemaVersion(db)).toBe(migrations.length);
  expect(db.prepare("select name from sqlite_schema where name = 'new_one'").all()).toEqual([]);
  migrateDatabase(db, laterMigrations);
  expect(readSchemaVersion(db)).toBe(migrations.length + 2);
});

test("patients of the first layout are there in the newest, in their order, and are found; the others are kept", () => {
  const db = new Sqlite(":memory:");
  migrateDatabase(db, migrations.slice(0, 1));
  const patients = [3, 1, 2].map((number) => patientRecord(number, { patientId: number * 10 }));
  for (const patient of patients) addFirstPatient(db, patient);
  addFirstPatient(db, patientRecord(4));
  db.prepare("update patients set json = '{' where id = ?").run(patientRecord(4).id);
  migrateDatabase(db, migrations);
  const store = createSqliteStore(db, "opened");
  const search = (text: string) =>
    store.read((repositories) =>
      repositories.patients.search({
        accountId: account,
        query: parsePatientQuery(text, { today: "2026-11-22", dateOrder: "month-first" }),
        limit: 20,
      }),
    );
  const newestFirst = patients.toReversed();
  expect(search("smiht").near).toEqual(newestFirst);
  for (const text of ["", "smi", "ann smith"]) expect(search(text).items).toEqual(newestFirst);
  expect(search("10").items).toEqual([patients[1]]);
  expect(db.prepare("select count(*) from patients").pluck().get()).toBe(4);
});
