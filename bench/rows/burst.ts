import Database from "better-sqlite3-multiple-ciphers";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RecordId } from "../../shared/core/record-id.ts";
import { openDesk, type BenchDesk } from "../desk.ts";
import { bookingDraft, saveAll } from "../drafts.ts";
import {
  atLeast,
  atMost,
  check,
  interleave,
  lineOf,
  single,
  type Context,
  type Result,
  type Row,
} from "../harness.ts";
import { openRecords, recordsWith } from "../records.ts";

/**
 * Row 8: many saves that arrive together, sixteen in each turn of the event loop, as IPC brings them; through the route
 * `items.saveForm`, each answered after its own sync (`npm run faults` shows that, F4). Beside it the same saves in one
 * big transaction of our store; one transaction a save, and one for all, by better-sqlite3 alone. Main's longest
 * stand-still is the longest time between two turns of the event loop. Right: every draft reads back as saved last.
 */

const atOnce = 16;
const textOf = (round: number, number: number): string => `Round ${round}, save ${number}.`;

/** How long the event loop stood still at most, in milliseconds, while it watched. */
function watchTurns(): () => number {
  let longest = 0;
  let last = performance.now();
  let isWatching = true;
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isWatching = false;
    return longest;
  };
}

async function burst({ call }: BenchDesk, ids: readonly RecordId[], round: number): Promise<void> {
  const saves: Promise<unknown>[] = [];
  for (const [number, id] of ids.entries()) {
    saves.push(call("items.saveForm", { id, content: bookingDraft(textOf(round, number)) }));
    if (number % atOnce === atOnce - 1) await nextTurn();
  }
  await Promise.all(saves);
}

function plainSaves(file: string, ids: readonly RecordId[], template: object) {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec("create table items (id text primary key, json text)");
  const insert = db.prepare("insert or replace into items values (?, ?)");
  const all = (round: number): void => {
    for (const [number, id] of ids.entries())
      insert.run(id, JSON.stringify({ ...template, form: bookingDraft(textOf(round, number)).form }));
  };
  return { each: all, once: db.transaction(all), close: () => db.close() };
}

async function run(context: Context): Promise<Result> {
  const count = context.sizes.drafts;
  const directory = join(context.directory, "burst");
  const [forRoute, forStore] = [
    await recordsWith(10, { directory: join(directory, "route") }),
    await recordsWith(10, { directory: join(directory, "store") }),
  ];
  const desk = await openDesk(forRoute);
  const contents = Array.from({ length: count }, () => bookingDraft(""));
  context.progress(0, "making drafts");
  const ids = await saveAll(desk, contents);
  const template = await desk.call("items.get", { id: ids[0] ?? "" });
  const store = await openRecords(forStore);
  if (template.kind !== "booking") throw new Error("A booking was made into something else.");
  store.transaction(({ items }) => {
    for (const id of ids) items.insert({ ...template, id, accountId: forStore.accountId });
  });
  const plain = plainSaves(join(directory, "plain.db"), ids, template);
  const stills: number[] = [];
  const rounds = Math.max(2, Math.min(5, Math.round(context.sizes.rounds / 100)));
  const samples = await interleave(
    [
      {
        name: "Front Desk",
        run: async (round) => {
          const longest = watchTurns();
          const begun = performance.now();
          await burst(desk, ids, round);
          const took = performance.now() - begun;
          stills.push(longest());
          return took;
        },
      },
      {
        name: "one big transaction of ours",
        run: (round) =>
          store.transaction(({ items }) => {
            for (const [number, id] of ids.entries()) {
              const item = items.get(id);
              if (item?.kind === "booking")
                items.update({ ...item, form: bookingDraft(textOf(round, number)).form });
            }
          }),
      },
      { name: "a transaction a save", run: plain.each },
      { name: "bare inserts, one transaction", run: plain.once },
    ],
    { rounds, warm: 1, onRound: (share) => context.progress(share, "saving") },
  );
  let wrong = 0;
  for (const [number, id] of ids.entries()) {
    const item = await desk.call("items.get", { id });
    if (item.kind !== "booking" || item.form.notes !== textOf(rounds, number)) wrong += 1;
  }
  await desk.desk.stop();
  store.close();
  plain.close();
  const line = lineOf(samples, {
    what: `${count} saves`,
    ours: "Front Desk",
    goals: (of) => {
      const ours = of("Front Desk").p50;
      return [
        atLeast("≥ 0.8 × as quick as one big transaction", of("one big transaction of ours").p50 / ours, 0.8),
        atLeast("≥ 0.35 × as quick as bare inserts", of("bare inserts, one transaction").p50 / ours, 0.35),
      ];
    },
  });
  // The first was a warm-up, as everybody's.
  const longest = Math.max(...stills.slice(1));
  const still = {
    what: "main's longest stand-still",
    unit: "ms" as const,
    ours: single(longest),
    peers: [],
    goals: [atMost("< 50 ms", longest, 50)],
  };
  return {
    lines: [line, still],
    checks: [
      check("drafts that read back otherwise", wrong, wrong === 0),
      check("errors logged", desk.errors().length, desk.errors().length === 0),
    ],
  };
}

export const row: Row = {
  id: "burst",
  title: "8. Ten thousand saves at once",
  goal: "≥ 0.8 × one big transaction, ≥ 0.35 × bare inserts, main never still for 50 ms",
  minutes: 1.5,
  run,
};
