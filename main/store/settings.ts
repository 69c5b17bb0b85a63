import type { Database } from "better-sqlite3-multiple-ciphers";
import { failed, ok } from "../../contract/failure.ts";
import { settings as settingsSchema } from "../../contract/records/settings.ts";
import { damagedRecord } from "./problems.ts";
import { parseRow } from "./rows.ts";
import type { SettingsRepository } from "./types.ts";

/** Settings in the database, a row for each scope. */
export function sqliteSettings(db: Database): SettingsRepository {
  const get = db.prepare<unknown[], { json: string }>("select json from settings where scope = ?");
  const set = db.prepare(
    "insert into settings (scope, json) values (?, ?) on conflict (scope) do update set json = excluded.json",
  );
  return {
    get: (scope) => {
      const row = get.get(scope);
      if (row === undefined) return ok(null);
      const settings = parseRow(settingsSchema, row.json);
      return settings === null ? failed(damagedRecord()) : ok(settings);
    },
    set: (scope, settings) => void set.run(scope, JSON.stringify(settings)),
  };
}
