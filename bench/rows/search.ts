import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { comeToRest, openDesk, type BenchDesk } from "../desk.ts";
import { most, type EngineName } from "../engines/engine.ts";
import { startEngine, type EngineThread, type Finding } from "../engines/worker.ts";
import type { Query } from "../engines/text.ts";
import {
  atLeast,
  atMost,
  check,
  statsOf,
  type Check,
  type Context,
  type Growth,
  type Line,
  type Result,
  type Row,
} from "../harness.ts";
import { prefixQueries, texts } from "../queries.ts";
import { recordsWith } from "../records.ts";

/**
 * Row 3: people found as one types, key by key. Ours is the route `patients.search` of a whole desk over the encrypted
 * records, with 20 validated records in each answer; the peers answer identifiers out of memory (FTS5: out of a plain
 * file). Each text is typed three times, in turn with the peers, and of each query the median counts. Right: every answer is judged
 * by a walk over all people (`engines/worker.ts`, `everyone`): recall@20 is the share of the 20 (or as many as there
 * are) that were found, and nobody may be found who does not fit.
 */

/** Measured first, so that what is loaded and compiled at first use is not counted. */
const passes = 3;

type Finder = { readonly name: string; readonly find: (query: Query) => Promise<Finding> };
type Asked = { readonly query: Query; readonly ids: readonly string[]; readonly ms: number };
/** What each finder answered to those queries that it was asked. */
type Answers = ReadonlyMap<string, readonly Asked[]>;

/** What reads every entry at each search is asked once, and so many queries: a second each is no rare sight. */
const slowOnes: Readonly<Record<string, number>> = { "Fuse.js": 20, "FTS5 trigram": Infinity };

export const ours = (desk: BenchDesk): Finder => ({
  name: "Front Desk",
  find: async ({ typed }) => {
    const begun = performance.now();
    const { patients } = await desk.call("patients.search", { text: typed, limit: most });
    return { ms: performance.now() - begun, ids: patients.map(({ id }) => id) };
  },
});

/** With those who may be meant. */
export const oursWithNear = (desk: BenchDesk): Finder => ({
  name: "Front Desk",
  find: async ({ typed }) => {
    const begun = performance.now();
    const { patients, near } = await desk.call("patients.search", { text: typed, limit: most });
    return { ms: performance.now() - begun, ids: [...patients, ...near].map(({ id }) => id) };
  },
});

const median = (values: readonly number[]): number => statsOf(values).p50;

/**
 * Asks all of them in turn, a text at a time, key by key, as one person types: what the key before left in memory is
 * there for the next, of each engine alike. The first pass warms up.
 */
export async function askAll(
  finders: readonly Finder[],
  queries: readonly Query[],
  onShare: (share: number) => void,
): Promise<Answers> {
  const answers = new Map(
    finders.map(({ name }) => [name, new Map<Query, { ids: readonly string[]; readonly ms: number[] }>()]),
  );
  const typed = texts(queries);
  for (let pass = 0; pass <= passes; pass += 1) {
    for (const [at, text] of typed.entries()) {
      for (const { name, find } of finders) {
        const few = slowOnes[name];
        const every = Math.max(1, Math.ceil(typed.length / (few ?? 1)));
        if (few !== undefined && (pass !== 1 || at % every !== 0)) continue;
        for (const query of few === undefined ? text : text.slice(-1)) {
          const { ms, ids } = await find(query);
          const before = answers.get(name)?.get(query);
          if (before !== undefined) before.ms.push(ms);
          else answers.get(name)?.set(query, { ids, ms: pass === 0 ? [] : [ms] });
        }
      }
      onShare((pass + at / typed.length) / (passes + 1));
    }
  }
  return new Map(
    [...answers].map(([name, own]) => [
      name,
      [...own].map(([query, { ids, ms }]) => ({ query, ids, ms: median(ms) })),
    ]),
  );
}

/** How many an answer to each query has at most: 20, or as many as there are. */
async function wantedOf(
  everyone: EngineThread,
  queries: readonly Query[],
): Promise<ReadonlyMap<Query, number>> {
  const wanted = new Map<Query, number>();
  for (const query of queries) wanted.set(query, (await everyone.find(query)).ids.length);
  return wanted;
}

type Judged = { readonly name: string; readonly recall: number; readonly wrong: number };

/** Of one finder: the mean recall@20, and how many were found who do not fit. */
async function judge(
  everyone: EngineThread,
  wanted: ReadonlyMap<Query, number>,
  [name, asked]: readonly [string, readonly Asked[]],
): Promise<Judged> {
  let recall = 0;
  let wrong = 0;
  for (const { query, ids } of asked) {
    const found = [...new Set(ids)];
    const right = (await everyone.find(query, found)).ids.length;
    const most = wanted.get(query) ?? 0;
    recall += most === 0 ? 1 : Math.min(1, right / most);
    wrong += found.length - right;
  }
  return { name, recall: recall / asked.length, wrong };
}

async function atSize(
  context: Context,
  count: number,
  options: {
    readonly names: readonly EngineName[];
    readonly many: number;
    readonly from: number;
    readonly to: number;
  },
): Promise<{ readonly lines: Line[]; readonly checks: Check[]; readonly p99: number }> {
  const { from, to, many } = options;
  const at = (share: number, doing: string): void => context.progress(from + share * (to - from), doing);
  const directory = join(context.directory, `search-${count}`);
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(count, {
    directory: context.directory,
    onPart: (share) => at(share * 0.3, `loading ${count}`),
  });
  at(0.3, `building indexes of ${count}`);
  const everyone = await startEngine({ engine: "everyone", count, fuzzy: false, directory });
  const threads = await Promise.all(
    options.names.map(async (name) => {
      const thread = await startEngine({ engine: name, count, fuzzy: false, directory });
      return { name, ...thread };
    }),
  );
  const desk = await openDesk(records);
  await comeToRest(desk);
  const queries = prefixQueries(count, many);
  const finders = [ours(desk), ...threads];
  const answers = await askAll(finders, queries, (share) => at(0.4 + share * 0.5, `typing at ${count}`));
  const wanted = await wantedOf(everyone, queries);
  const judged: Judged[] = [];
  for (const answered of answers) judged.push(await judge(everyone, wanted, answered));
  await desk.desk.stop();
  await Promise.all([everyone.close(), ...threads.map((thread) => thread.close())]);

  const kinds = [...new Set(queries.map(({ kind }) => kind))];
  const statsFor = (name: string, kind: string | null) =>
    statsOf(
      (answers.get(name) ?? []).flatMap(({ query, ms }) =>
        kind === null || query.kind === kind ? [ms] : [],
      ),
    );
  const all = (name: string) => statsFor(name, null);
  const scripts = threads.map(({ name }) => name).filter((name) => !name.startsWith("FTS5"));
  const best = Math.min(...scripts.map((name) => all(name).p99));
  const peersOf = (kind: string | null) =>
    threads.map(({ name }) => ({ name, stats: statsFor(name, kind) })).filter(({ stats }) => stats.count > 0);
  const lines: Line[] = [
    {
      what: `every kind, ${count} people`,
      unit: "ms",
      ours: all("Front Desk"),
      peers: peersOf(null),
      goals:
        scripts.length === 0
          ? []
          : [atLeast("p99 ≥ 10 × quicker than the best JavaScript peer", best / all("Front Desk").p99, 10)],
    },
    ...kinds.map((kind) => ({
      what: `${kind}, ${count} people`,
      unit: "ms" as const,
      ours: statsFor("Front Desk", kind),
      peers: peersOf(kind),
      goals: [atMost("p99 ≤ 1 ms", statsFor("Front Desk", kind).p99, 1)],
    })),
  ];
  const own = judged.find(({ name }) => name === "Front Desk") ?? { recall: 0, wrong: 0 };
  const recalls = judged.map(({ name, recall, wrong }) => `${name} ${recall.toFixed(3)} (${wrong} wrong)`);
  return {
    lines,
    checks: [
      check(`recall@20 at ${count}`, recalls.join(", "), own.recall > 0.9999 && own.wrong === 0),
      check(`errors logged at ${count}`, desk.errors().length, desk.errors().length === 0),
    ],
    p99: all("Front Desk").p99,
  };
}

async function run(context: Context): Promise<Result> {
  const { people, fewer, rounds } = context.sizes;
  const many = Math.max(2, Math.round(rounds / 50));
  const small = [Math.round(people / 1_000), Math.round(people / 100)];
  const points: { size: number; value: number }[] = [];
  const checks: Check[] = [];
  for (const [at, size] of small.entries()) {
    const found = await atSize(context, size, { names: [], many, from: at * 0.03, to: at * 0.03 + 0.03 });
    points.push({ size, value: found.p99 });
    checks.push(...found.checks);
  }
  const middle = await atSize(context, fewer, {
    names: ["MiniSearch", "FlexSearch", "Fuse.js", "uFuzzy", "FTS5 with rank"],
    many: Math.max(2, Math.round(many / 5)),
    from: 0.06,
    to: 0.4,
  });
  const large = await atSize(context, people, {
    names: ["MiniSearch", "FlexSearch", "uFuzzy", "FTS5 with rank"],
    many,
    from: 0.4,
    to: 1,
  });
  points.push({ size: fewer, value: middle.p99 }, { size: people, value: large.p99 });
  const growth: Growth = { what: "search, p99", unit: "ms", points };
  return {
    lines: [...middle.lines, ...large.lines],
    checks: [...checks, ...middle.checks, ...large.checks],
    growth: [growth],
    notes: [
      "Fuse.js reads every entry at each search: it stands beside the smaller records alone, and is asked few of the queries.",
    ],
  };
}

export const row: Row = {
  id: "search",
  title: "3. People found as one types",
  goal: "p99 ≤ 1 ms in the main process, ≥ 10 × the best JavaScript peer, recall@20 as a walk over all people",
  minutes: 10,
  run,
};
