/** What a row is made of, and how two or more things are timed against each other. */

/** Of one side's samples. */
export type Stats = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
};

export type Unit = "ms" | "s" | "kB" | "MB" | "per s" | "µs" | "count";

export type Goal = {
  /** `p99 ≤ 1 ms`, `≤ 1.2 × better-sqlite3`. */
  readonly wanted: string;
  readonly found: number;
  readonly met: boolean;
};

/** One line of the table: ours, and what stood beside it in the same run. */
export type Line = {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: Stats;
  readonly peers: readonly { readonly name: string; readonly stats: Stats }[];
  readonly goals: readonly Goal[];
};

/** Whether what was measured was also right. */
export type Check = { readonly what: string; readonly found: string; readonly ok: boolean };

/** How something grows: its value at 1 k, 10 k, 100 k, 1 M. */
export type Growth = {
  readonly what: string;
  readonly unit: Unit;
  readonly points: readonly { readonly size: number; readonly value: number }[];
};

export type Result = {
  readonly lines: readonly Line[];
  readonly checks: readonly Check[];
  readonly growth?: readonly Growth[];
  /** What a reader of the figures should know. */
  readonly notes?: readonly string[];
};

/** How much is done; `npm run bench -- --help` names them. */
export type Sizes = {
  /** Known patients of the largest records. */
  readonly people: number;
  /** Those of the smaller ones. */
  readonly fewer: number;
  /** Drafts that are saved in a burst and drained. */
  readonly drafts: number;
  /** Records that a desk reads when it joins a clinic. */
  readonly records: number;
  /** Times that something quick is done; what is slow is done a share of them. */
  readonly rounds: number;
};

export type Context = {
  readonly sizes: Sizes;
  /** A folder of this run, on the disk that is measured; it goes when the run ends. */
  readonly directory: string;
  /** How much of the row is done (0 to 1), for the estimate of the time left. */
  readonly progress: (share: number, doing: string) => void;
};

export type Row = {
  /** As it is asked for: `npm run bench -- search`. */
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** Minutes that it takes on two cores: the estimate before any row has run. */
  readonly minutes: number;
  readonly run: (context: Context) => Promise<Result>;
};

export type Side = {
  readonly name: string;
  /** Done once. Answers milliseconds of its own where the clock around it would count something else. */
  readonly run: (round: number) => number | void | Promise<number | void>;
};

export type Samples = ReadonlyMap<string, readonly number[]>;

/** `fraction` of the samples are at most this (nearest rank). */
function percentile(sorted: readonly number[], fraction: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * fraction));
  return sorted[rank - 1] ?? Number.NaN;
}

export function statsOf(samples: readonly number[]): Stats {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** One value, measured once or counted. */
export const single = (value: number): Stats => statsOf([value]);

export const atMost = (wanted: string, found: number, limit: number): Goal => ({
  wanted,
  found,
  met: found <= limit,
});
export const atLeast = (wanted: string, found: number, limit: number): Goal => ({
  wanted,
  found,
  met: found >= limit,
});

/**
 * Runs the sides in turn, round after round: A B C, then A C B, then C A B: each begins and each follows the others as
 * often. What the computer does meanwhile, and what a side leaves behind, falls on all alike.
 * Answers each side's milliseconds, without those of `warm` rounds before.
 */
export async function interleave(
  sides: readonly Side[],
  options: {
    readonly rounds: number;
    readonly warm?: number;
    readonly onRound?: (share: number) => void;
  },
): Promise<Samples> {
  const { rounds, warm = 0, onRound } = options;
  const samples = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < warm + rounds; round += 1) {
    const first = round % sides.length;
    const turned = [...sides.slice(first), ...sides.slice(0, first)];
    for (const { name, run } of round % 2 === 0 ? turned : turned.toReversed()) {
      const begun = performance.now();
      const result = run(round);
      const own = result instanceof Promise ? await result : result;
      const took = own ?? performance.now() - begun;
      if (round >= warm) samples.get(name)?.push(took);
    }
    onRound?.((round + 1) / (warm + rounds));
  }
  return samples;
}

export const samplesOf = (samples: Samples, name: string): readonly number[] => samples.get(name) ?? [];

/** Ours, in as many ways as it is measured. */
const isOurs = (name: string): boolean => name.startsWith("Front Desk");

/** A line of the table from what `interleave` answered: `ours` against the peers. */
export function lineOf(
  samples: Samples,
  line: {
    readonly what: string;
    readonly unit?: Unit;
    readonly ours: string;
    readonly goals: (of: (name: string) => Stats) => readonly Goal[];
  },
): Line {
  const of = (name: string): Stats => statsOf(samplesOf(samples, name));
  const peers = [...samples.keys()].filter((name) => !isOurs(name));
  return {
    what: line.what,
    unit: line.unit ?? "ms",
    ours: of(line.ours),
    peers: peers.map((name) => ({ name, stats: of(name) })),
    goals: line.goals(of),
  };
}

export const check = (what: string, found: string | number, ok: boolean): Check => ({
  what,
  found: String(found),
  ok,
});
