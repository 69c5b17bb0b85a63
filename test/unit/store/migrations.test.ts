import Sqlite from "better-sqlite3-multiple-ciphers";
import { expect, test } from "vitest";
import { migrate, migrations, schemaVersion } from "../../../main/store/migrations.ts";
import { laterMigrations } from "../../support/later-migrations.ts";

test("versions are numbered from one without gaps", () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_migration, index) => index + 1));
});

test("the version changes inside the transaction of its step, so that both are there or neither", () => {
  const db = new Sqlite(":memory:");
  const seen: string[] = [];
  migrate(db, laterMigrations, ({ version, at }) => {
    if (typeof at === "string") seen.push(`${at} ${version - schemaVersion(db)} ${String(db.inTransaction)}`);
  });
  const each = ["before-commit 0 true", "committed 0 false"];
  expect(seen).toEqual(laterMigrations.flatMap(() => each));
});

test("a step that fails leaves the version before it, and the next try goes on from there", () => {
  const db = new Sqlite(":memory:");
  migrate(db, migrations);
  const bad = { version: migrations.length + 1, statements: ["create table new_one (a)", "no statement"] };
  expect(() => migrate(db, [...migrations, bad])).toThrow("syntax error");
  expect(schemaVersion(db)).toBe(migrations.length);
  expect(db.prepare("select name from sqlite_schema where name = 'new_one'").all()).toEqual([]);
  migrate(db, laterMigrations);
  expect(schemaVersion(db)).toBe(migrations.length + 2);
});
