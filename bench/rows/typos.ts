import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { comeToRest, openDesk } from "../desk.ts";
import type { EngineName } from "../engines/engine.ts";
import { startEngine } from "../engines/worker.ts";
import { atLeast, atMost, check, single, statsOf, type Context, type Result, type Row } from "../harness.ts";
import { mistypedQueries } from "../queries.ts";
import { recordsWith } from "../records.ts";
import { askAll, oursWithNear } from "./search.ts";

/**
 * Row 4: one typing error in a surname: a letter too many, too few, another one, or two that changed places. Ours is the
 * route `patients.search`, as in row 3, with those who may be meant (five at most). MiniSearch with `fuzzy: 0.2`, uFuzzy
 * with `intraMode: 1`, FTS5 with trigrams by rank. Right: the person who was meant is among the 20; nobody else has that
 * name.
 */

const peers: readonly EngineName[] = ["MiniSearch", "uFuzzy", "FTS5 trigram"];

async function run(context: Context): Promise<Result> {
  const count = context.sizes.people;
  const directory = join(context.directory, "typos");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(count, {
    directory: context.directory,
    onPart: (share) => context.progress(share * 0.3, "loading"),
  });
  context.progress(0.3, "building indexes");
  const threads = await Promise.all(
    peers.map(async (name) => ({
      name,
      ...(await startEngine({ engine: name, count, fuzzy: true, directory })),
    })),
  );
  const desk = await openDesk(records);
  await comeToRest(desk);
  const queries = mistypedQueries(count, Math.max(20, Math.round(context.sizes.rounds / 5)));
  const answers = await askAll([oursWithNear(desk), ...threads], queries, (share) =>
    context.progress(0.5 + share / 2, "typing with an error"),
  );
  await desk.desk.stop();
  await Promise.all(threads.map((thread) => thread.close()));
  const timesOf = (name: string) => statsOf((answers.get(name) ?? []).map(({ ms }) => ms));
  const foundBy = (name: string): number =>
    (answers.get(name) ?? []).filter(({ query, ids }) => ids.includes(query.meant ?? "")).length;
  const best = Math.max(...peers.map(foundBy));
  const found = foundBy("Front Desk");
  return {
    lines: [
      {
        what: `first name and surname, ${count} people`,
        unit: "ms",
        ours: timesOf("Front Desk"),
        peers: peers.map((name) => ({ name, stats: timesOf(name) })),
        goals: [atMost("p99 ≤ 5 ms", timesOf("Front Desk").p99, 5)],
      },
      {
        what: `found, of ${queries.length}`,
        unit: "count",
        ours: single(found),
        peers: peers.map((name) => ({ name, stats: single(foundBy(name)) })),
        goals: [atLeast("≥ the best peer", found, best)],
      },
    ],
    checks: [check("errors logged", desk.errors().length, desk.errors().length === 0)],
  };
}

export const row: Row = {
  id: "typos",
  title: "4. People found in spite of a typing error",
  goal: "p99 ≤ 5 ms, found as often as by the best peer",
  minutes: 4,
  run,
};
