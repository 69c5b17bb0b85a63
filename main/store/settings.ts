import type { Database } from "better-sqlite3-multiple-ciphers";
import { failed, ok } from "../../contract/failure.ts";
import { settings } from "../../contract/records/settings.ts";
import { damagedRecord } from "./problems.ts";
import { parseRow } from "./rows.ts";
import type { SettingsRepository } from "./types.ts";

/** Kept before there was a choice of language, they have none. */
const settingsSchema = settings.extend({ language: settings.shape.language.default("system") });

/** Settings in the database, a row for each scope. */
export function sqliteSettings(db: Database): SettingsRepository {
  const get = db.prepare<unknown[], { json: string }>("select json from settings where scope = ?");
  const set = db.prepare(
    "insert into settings (scope, json) values (?, ?) on conflict (scope) do update set json = excluded.json",
  );
  const insert = db.prepare("insert or ignore into settings (scope, json) values (?, ?)");

  /** Settings that cannot be read are not written over: they stay under a scope that nobody asks for. */
  function keepDamaged(scope: string): void {
    const row = get.get(scope);
    if (row === undefined || parseRow(settingsSchema, row.json) !== null) return;
    for (let number = 1; ; number += 1) {
      const isKept = insert.run(`${scope} damaged ${number}`, row.json).changes === 1;
      if (isKept) return;
    }
  }

  return {
    get: (scope) => {
      const row = get.get(scope);
      if (row === undefined) return ok(null);
      const settings = parseRow(settingsSchema, row.json);
      return settings === null ? failed(damagedRecord()) : ok(settings);
    },
    set: (scope, settings) => {
      keepDamaged(scope);
      set.run(scope, JSON.stringify(settings));
    },
  };
}
