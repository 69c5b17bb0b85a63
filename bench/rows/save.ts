import Database from "better-sqlite3-multiple-ciphers";
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Item } from "../../shared/outbox/item.ts";
import { openDesk } from "../desk.ts";
import { bookingDraft } from "../drafts.ts";
import {
  atMost,
  check,
  interleave,
  lineOf,
  type Context,
  type Result,
  type Row,
  type Side,
} from "../harness.ts";
import { peer } from "../peers.ts";
import { pouchDatabase } from "../pouch.ts";
import { openRecords, recordsWith } from "../records.ts";

/**
 * Row 7: one draft saved, until it is on the disk. Ours twice: an update in the store, and the whole route
 * `items.saveForm`. Beside it the same bytes by one write and fdatasync; the same row by better-sqlite3 (WAL, synchronous
 * FULL); PouchDB over LevelDB, nedb and lowdb as their documentation opens them, which do not wait for the disk. Right:
 * each holds the last text at the end, ours read through a new opening.
 */

type Keeper = Side & { readonly last: () => Promise<string> | string };

const textOf = (round: number): string =>
  `Round ${round}. Comes with her daughter, walks with a stick, asked for the room on the ground floor.`;

function written(file: string, item: Item): Keeper {
  const handle = openSync(file, "w");
  return {
    name: "write + fdatasync",
    run: (round) => {
      writeSync(handle, `${jsonOf(item, round)}\n`);
      fdatasyncSync(handle);
    },
    last: () => {
      closeSync(handle);
      return readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
    },
  };
}

const jsonOf = (item: Item, round: number): string =>
  JSON.stringify({ ...item, form: bookingDraft(textOf(round)).form });

function sqlite(file: string, item: Item): Keeper {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec("create table items (id text primary key, json text)");
  db.prepare("insert into items values (?, '')").run(item.id);
  const update = db.prepare("update items set json = ? where id = ?");
  return {
    name: "better-sqlite3 at FULL",
    run: (round) => void update.run(jsonOf(item, round), item.id),
    last: () => {
      const json = String(db.prepare("select json from items").pluck().get());
      db.close();
      return json;
    },
  };
}

async function pouch(directory: string, item: Item): Promise<Keeper> {
  const db = await pouchDatabase(directory);
  let { rev } = await db.put({ _id: item.id });
  return {
    name: "PouchDB",
    run: async (round) => {
      ({ rev } = await db.put({ _id: item.id, _rev: rev, json: jsonOf(item, round) }));
    },
    last: async () => {
      const { json } = await db.get(item.id);
      await db.close();
      return String(json);
    },
  };
}

type Nedb = new (options: object) => {
  readonly loadDatabaseAsync: () => Promise<void>;
  readonly updateAsync: (query: object, change: object, options: object) => Promise<unknown>;
  readonly findOneAsync: (query: object) => Promise<{ readonly json: string }>;
};

async function nedb(filename: string, item: Item): Promise<Keeper> {
  const Nedb = await peer<Nedb>("@seald-io/nedb");
  const db = new Nedb({ filename });
  await db.loadDatabaseAsync();
  const { id } = item;
  return {
    name: "nedb",
    run: async (round) =>
      void (await db.updateAsync({ id }, { id, json: jsonOf(item, round) }, { upsert: true })),
    last: async () => (await db.findOneAsync({ id })).json,
  };
}

type Lowdb = {
  readonly JSONFilePreset: (
    file: string,
    initial: { items: Record<string, string> },
  ) => Promise<{ readonly data: { items: Record<string, string> }; readonly write: () => Promise<void> }>;
};

async function lowdb(file: string, item: Item): Promise<Keeper> {
  const { JSONFilePreset } = await peer<Lowdb>("lowdb/node");
  const db = await JSONFilePreset(file, { items: {} });
  return {
    name: "lowdb",
    run: async (round) => {
      db.data.items[item.id] = jsonOf(item, round);
      await db.write();
    },
    last: () => readFileSync(file, "utf8"),
  };
}

const theStore = "Front Desk, the store";
const theRoute = "Front Desk, the route";

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "save");
  const [forStore, forRoute] = [
    await recordsWith(10, { directory: join(directory, "store") }),
    await recordsWith(10, { directory: join(directory, "route") }),
  ];
  const desk = await openDesk(forRoute);
  const draft = await desk.call("items.create", bookingDraft(""));
  const store = await openRecords(forStore);
  const item = { ...draft, accountId: forStore.accountId };
  if (item.kind !== "booking") throw new Error("A booking was made into something else.");
  store.transaction(({ items }) => items.insert(item));
  const keepers: readonly Keeper[] = [
    written(join(directory, "written"), item),
    sqlite(join(directory, "plain.db"), item),
    await pouch(join(directory, "pouch"), item),
    await nedb(join(directory, "nedb"), item),
    await lowdb(join(directory, "lowdb.json"), item),
  ];
  const { rounds } = context.sizes;
  const warm = Math.ceil(rounds / 10);
  const samples = await interleave(
    [
      {
        name: theRoute,
        run: async (round) =>
          void (await desk.call("items.saveForm", { id: draft.id, content: bookingDraft(textOf(round)) })),
      },
      {
        name: theStore,
        run: (round) =>
          store.transaction(({ items }) => items.update({ ...item, form: bookingDraft(textOf(round)).form })),
      },
      ...keepers,
    ],
    { rounds, warm, onRound: (share) => context.progress(share, "saving") },
  );
  const last = textOf(warm + rounds - 1);
  const checks = [];
  for (const { name, last: read } of keepers) {
    const isRight = (await read()).includes(last);
    checks.push(check(`${name} holds the last text`, isRight ? "yes" : "no", isRight));
  }
  await desk.desk.stop();
  store.close();
  for (const [name, records, id] of [
    [theStore, forStore, item.id],
    [theRoute, forRoute, draft.id],
  ] as const) {
    const again = await openRecords(records);
    const isRight = JSON.stringify(again.read(({ items }) => items.get(id))).includes(last);
    again.close();
    checks.push(check(`${name} holds the last text`, isRight ? "yes" : "no", isRight));
  }
  const line = lineOf(samples, {
    what: "one draft, at the store",
    ours: theStore,
    goals: (of) => [
      atMost("p50 ≤ 1.2 × better-sqlite3 at FULL", of(theStore).p50 / of("better-sqlite3 at FULL").p50, 1.2),
    ],
  });
  const route = lineOf(samples, {
    what: "one draft, through the route",
    ours: theRoute,
    goals: (of) => [atMost("p50 ≤ 2 × write + fdatasync", of(theRoute).p50 / of("write + fdatasync").p50, 2)],
  });
  return { lines: [line, route], checks };
}

export const row: Row = {
  id: "save",
  title: "7. A draft saved for good",
  goal: "at the store ≤ 1.2 × better-sqlite3 at FULL, through the route ≤ 2 × write + fdatasync",
  minutes: 0.5,
  run,
};
