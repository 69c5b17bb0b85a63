import Database from "better-sqlite3-multiple-ciphers";
import { join } from "node:path";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { entryOf } from "../engines/text.ts";
import { atMost, check, single, statsOf, type Context, type Result, type Row } from "../harness.ts";
import { openRecords, recordsWith } from "../records.ts";

/**
 * Row 11: a million known patients into the store, a thousand in each transaction. Beside it, tenth by tenth in turn, the
 * same people by SQLite alone into a plain file with the same ways of finding them: a row and its JSON, B-trees for
 * names, date of birth, phone from both ends, email, external ID and number, and a full-text index of the names with
 * prefixes; a transaction a tenth, as `.import` has one for all. Right: both hold as many people, and the newest is found.
 * What is loaded here is what the other rows work on.
 */

const indexed = [
  "first",
  "last",
  "dob",
  "phone",
  "phone_reversed",
  "email",
  "external_id",
  "patient_id",
] as const;

function plainLoader(file: string) {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec(`create table people (sequence integer primary key, id text unique, account_id text,
    ${indexed.join(", ")}, json text)`);
  for (const column of indexed) db.exec(`create index people_${column} on people (account_id, ${column})`);
  db.exec("create virtual table words using fts5(names, content='', detail=none, prefix='2 3 4')");
  const places = Array.from({ length: indexed.length + 3 }, () => "?").join(", ");
  const insert = db.prepare(
    `insert into people (id, account_id, ${indexed.join(", ")}, json) values (${places})`,
  );
  const insertWords = db.prepare("insert into words (rowid, names) values (?, ?)");
  const load = db.transaction((part: readonly PatientRecord[]) => {
    for (const person of part) {
      const { first, last, dob, phone, email } = entryOf(person);
      const found = [first, last, dob, phone, [...phone].toReversed().join(""), email];
      const { lastInsertRowid } = insert.run(
        person.id,
        person.accountId,
        ...found,
        person.input.externalId ?? "",
        person.patientId,
        JSON.stringify(person),
      );
      insertWords.run(lastInsertRowid, `${first} ${last}`);
    }
  });
  const count = (): number => Number(db.prepare("select count(*) from people").pluck().get());
  return { load, count, close: () => db.close() };
}

async function run(context: Context): Promise<Result> {
  const count = context.sizes.people;
  const plain = plainLoader(join(context.directory, "loading.db"));
  const beside: number[] = [];
  const records = await recordsWith(count, {
    directory: context.directory,
    onPart: (share) => context.progress(share, `${Math.round(share * count)} people`),
    beside: (part) => {
      const begun = performance.now();
      plain.load(part);
      beside.push(performance.now() - begun);
    },
  });
  const plainCount = plain.count();
  plain.close();
  const store = await openRecords(records);
  const newest = store.read(({ patients }) =>
    patients.search({
      accountId: records.accountId,
      query: { terms: [], dob: null, number: null },
      limit: 1,
    }),
  );
  store.close();
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const inSeconds = (values: readonly number[]) => statsOf(values.map((value) => value / 1_000));
  const ratio = (sum(records.loaded) + records.merged) / sum(beside);
  const slower = (records.loaded.at(-1) ?? 0) / (records.loaded[0] ?? 1);
  const sizeAfter = (at: number): number => Math.round((count * (at + 1)) / records.loaded.length);
  return {
    lines: [
      {
        what: `${Math.ceil(count / 10)} people`,
        unit: "s",
        ours: inSeconds(records.loaded),
        peers: [{ name: "SQLite with the same indexes", stats: inSeconds(beside) }],
        goals: [
          atMost("all, and merging, ≤ 1.5 × SQLite's own", ratio, 1.5),
          atMost("the last tenth ≤ 1.1 × the first", slower, 1.1),
        ],
      },
      {
        what: "merging the search index of all, when nobody works",
        unit: "s",
        ours: single(records.merged / 1_000),
        peers: [],
        goals: [],
      },
    ],
    checks: [
      check("people loaded by SQLite", plainCount, plainCount === count),
      check(
        "the newest is found in ours",
        newest.items[0]?.patientId ?? newest.items.length,
        newest.items.length === 1,
      ),
    ],
    growth: [
      {
        what: "loading a tenth",
        unit: "s",
        points: records.loaded.map((value, at) => ({ size: sizeAfter(at), value: value / 1_000 })),
      },
    ],
  };
}

export const row: Row = {
  id: "loading",
  title: "11. A million patients into the store",
  goal: "≤ 1.5 × SQLite's own with the same indexes, and no slower at the end",
  minutes: 5,
  run,
};
