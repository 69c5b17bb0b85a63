import type { Database } from "better-sqlite3-multiple-ciphers";
import { settings as schema, settingsUpgrades, type Settings } from "../../shared/settings/settings.ts";
import { stampVersion, type Unreadable } from "../../shared/core/stored.ts";
import { parseRow } from "./rows.ts";
import { createStoreError } from "./store-error.ts";
import type { SettingsRepository } from "./record-types.ts";

const shape = { schema, upgrades: settingsUpgrades };

/** Settings in the database, a row for each scope. */
export function createSettingsRepository(db: Database): SettingsRepository {
  const get = db.prepare<unknown[], { json: string }>("select json from settings where scope = ?");
  const set = db.prepare(
    "insert into settings (scope, json) values (?, ?) on conflict (scope) do update set json = excluded.json",
  );
  const insert = db.prepare("insert or ignore into settings (scope, json) values (?, ?)");

  /** Every step of every item asks for them: a row that still says the same is not parsed again. */
  const known = new Map<string, { readonly json: string; readonly settings: Settings | Unreadable }>();
  const read = (scope: string): Settings | Unreadable | null => {
    const row = get.get(scope);
    if (row === undefined) return null;
    const before = known.get(scope);
    if (before?.json === row.json) return before.settings;
    const settings = parseRow(shape, row.json);
    known.set(scope, { json: row.json, settings });
    return settings;
  };

  /** Settings that cannot be read are not written over: they stay under a scope that nobody asks for. */
  function keepDamaged(scope: string): void {
    const { json } = get.get(scope) ?? {};
    for (let number = 1; ; number += 1) {
      const isKept = insert.run(`${scope} damaged ${number}`, json).changes === 1;
      if (isKept) return;
    }
  }

  return {
    get: read,
    set: (scope, settings) => {
      const before = read(scope);
      if (before === "newer") throw createStoreError("newer");
      if (before === "damaged") keepDamaged(scope);
      set.run(scope, JSON.stringify(stampVersion(shape, settings)));
    },
  };
}
