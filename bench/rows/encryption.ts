import Database from "better-sqlite3-multiple-ciphers";
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { migrateDatabase, migrations } from "../../main/db/migrations.ts";
import { createSqliteStore } from "../../main/db/sqlite-store.ts";
import type { Store } from "../../main/db/types.ts";
import { patientItem } from "../../test/support/store-records.ts";
import { atMost, check, interleave, lineOf, type Context, type Result, type Row } from "../harness.ts";
import { people } from "../people.ts";
import { openRecords, recordsWith } from "../records.ts";

/**
 * Row 9: what encryption costs: the same store, the same settings, over a plain file. One draft saved durably, and a
 * known patient read by a number, from records too large for the cache of either. Right: both answer the same.
 */

/** As `main/db/connection.ts` sets them, but for the key. */
const settings = [
  "journal_mode = wal",
  "synchronous = full",
  "fullfsync = on",
  "checkpoint_fullfsync = on",
  "temp_store = memory",
  "secure_delete = on",
  "foreign_keys = on",
];

function plainStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const db = new Database(join(directory, "plain.db"));
  for (const setting of settings) db.pragma(setting);
  migrateDatabase(db, migrations);
  return createSqliteStore(db, "created");
}

async function run(context: Context): Promise<Result> {
  const { rounds, fewer } = context.sizes;
  const records = await recordsWith(10, { directory: join(context.directory, "encryption") });
  const { accountId } = records;
  const stores = [
    { name: "Front Desk", store: await openRecords(records) },
    { name: "the same, unencrypted", store: plainStore(join(context.directory, "encryption", "plain")) },
  ] as const;
  const item = { ...patientItem(1), accountId };
  const count = Math.round(fewer / 2);
  const everyone = Array.from(people({ count, seed: 3, accountId }));
  for (const { store } of stores) {
    store.transaction(({ items }) => items.insert(item));
    for (let from = 0; from < count; from += 1_000)
      store.transaction(({ patients }) =>
        everyone.slice(from, from + 1_000).forEach((patient) => patients.insert(patient)),
      );
    context.progress(0.3, "loading");
  }
  const saved = await interleave(
    stores.map(({ name, store }) => ({
      name,
      run: (round: number) =>
        store.transaction(({ items }) =>
          items.update({ ...item, form: { ...item.form, firstName: `Round ${round}` } }),
        ),
    })),
    { rounds, warm: 20, onRound: (share) => context.progress(0.5 + share / 4, "saving") },
  );
  const numbers = everyone.flatMap(({ patientId }) => (patientId === null ? [] : [patientId]));
  const step = 7919;
  const numberOf = (round: number): number => numbers[(round * step) % numbers.length] ?? 0;
  const find = (store: Store, round: number) =>
    store.read(({ patients }) => patients.byPatientId(accountId, numberOf(round)));
  const read = await interleave(
    stores.map(({ name, store }) => ({
      name,
      run: (round: number) => void find(store, round),
    })),
    { rounds: rounds * 4, warm: 20, onRound: (share) => context.progress(0.75 + share / 4, "reading") },
  );
  const [ours, plain] = stores.map(({ store }) =>
    JSON.stringify([
      Array.from({ length: 50 }, (_, round) => find(store, round)),
      store.read(({ items }) => items.get(item.id)),
    ]),
  );
  for (const { store } of stores) store.close();
  const ratio = (of: (name: string) => { readonly p50: number }): number =>
    of("Front Desk").p50 / of("the same, unencrypted").p50;
  return {
    lines: [
      lineOf(saved, {
        what: "a draft saved durably",
        ours: "Front Desk",
        goals: (of) => [atMost("p50 ≤ 1.15 ×", ratio(of), 1.15)],
      }),
      lineOf(read, {
        what: `one of ${count} patients, by number`,
        ours: "Front Desk",
        goals: (of) => [atMost("p50 ≤ 1.15 ×", ratio(of), 1.15)],
      }),
    ],
    checks: [check("both hold the same", ours === plain ? "yes" : "no", ours === plain)],
  };
}

export const row: Row = {
  id: "encryption",
  title: "9. The cost of encryption",
  goal: "≤ 1.15 × the same without",
  minutes: 1,
  run,
};
