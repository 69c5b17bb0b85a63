import { setFlagsFromString } from "node:v8";
import { setImmediate as nextTurn } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect } from "vitest";
import { failureCodes, type Failure } from "../../shared/core/failure.ts";
import { failure as failureSchema } from "../../shared/core/failure-schema.ts";
import { said } from "../../messages/saying.ts";
import { isSeedGiven } from "../support/seed.ts";

/** Of what `npm run fuzz` tries, so much is part of `npm test`. */
const share = Number(process.env["FUZZ_TIMES"] ?? 0.03);

/** That many cases, or as many times more as the run is to be longer. */
export const times = (count: number): number => Math.max(1, Math.round(count * share));

/** What a property is tried with. The first failing case is told as it is; whoever gives its seed gets the smallest like it. */
export const runs = (count: number) => ({ numRuns: times(count), endOnFailure: !isSeedGiven }) as const;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes held after all that can be let go of was. Some of it goes only in a later turn: it looks again while there are more than wanted. */
async function held(wanted: number): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 4 && bytes > wanted; round += 1) {
    collect();
    await nextTurn();
    const { heapUsed, external } = process.memoryUsage();
    bytes = heapUsed + external;
  }
  return bytes;
}

/** What was held when the last work was over, or null. Each collection takes longer than most work, so the next one begins there. */
let heldLast: number | null = null;

/** What the library and the readers build once is none of the work's. */
async function firstHeld(): Promise<number> {
  fc.sample(fc.tuple(hostileText(1_000), damaged("a text")), { numRuns: 50 });
  return held(0);
}

/** So little more than before is what the engine itself moves. */
const settled = 2_000_000;

export type Bounds = {
  /** Megabytes that may still be held when it is over. */
  readonly kept: number;
  /** Megabytes that the process may grow by meanwhile. */
  readonly peak: number;
};

/** Runs the work, and fails when it took or kept more memory than it may. */
export async function withinMemory(bounds: Bounds, work: () => unknown): Promise<void> {
  const before = heldLast ?? (await firstHeld());
  heldLast = null;
  const rss = process.memoryUsage.rss();
  let most = rss;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  most = Math.max(most, process.memoryUsage.rss());
  const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
  const after = await held(before + settled);
  expect(megabytes(after - before), "megabytes kept").toBeLessThanOrEqual(bounds.kept);
  expect(megabytes(most - rss), "megabytes at the highest").toBeLessThanOrEqual(bounds.peak);
  heldLast = after;
}

/** A failure as people are told it: one of the codes, in words, and no longer than a screen. */
export function expectClear(failure: Failure): void {
  expect(failureSchema.safeParse(failure).error).toBeUndefined();
  expect(failureCodes).toContain(failure.code);
  const words = said(failure.why);
  expect(words.trim()).not.toBe("");
  expect(words.length).toBeLessThan(2_000);
}

/** What texts from outside are made of when somebody means harm, or a program is broken. */
const pieces = [
  "\u0000",
  "\u202E",
  "\u200B",
  "\uFEFF",
  "\uD800",
  "\u0301",
  "\r\n",
  "\n",
  "\t",
  " ",
  '"',
  "'",
  "`",
  ";",
  ",",
  "|",
  "^",
  "~",
  "\\",
  "/",
  "../",
  "%",
  "%00",
  "<script>",
  "${x}",
  "{{x}}",
  "=cmd|'/c calc'!A1",
  "'; drop table items; --",
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "-0",
  "1e999",
  "9".repeat(40),
  "4242 4242 4242 4242",
  "3/5/84",
  "2026-02-30",
  "24:61",
  "tomorrow",
  "every 2 weeks x6",
  "ann@example.com",
  "217-555-0100",
  "https://[::1]/",
  "{",
  "[",
  "}",
  "]",
  ":",
  "a",
  "é",
  "漢",
  "👩‍⚕️",
] as const;

/** A text as nobody should write it; once in a while one of up to `longest` characters. */
export const hostileText = (longest = 200_000): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 6 })), {
          maxLength: 24,
        })
        .map((parts) => parts.join("")),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: longest }))
        .map(([piece, length]) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)),
    },
  );

/** A part of a text changed: cut off, doubled, put elsewhere, or with something in between. */
export const damaged = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(text.length),
      fc.constantFrom("cut", "double", "swap", "put"),
      hostileText(2_000),
    )
    .map(([one, other, how, put]) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const [head, part, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
      if (how === "cut") return head + tail;
      if (how === "double") return head + part + part + tail;
      return how === "swap" ? part + head + tail : head + put + tail;
    });

const oddNumbers = [
  -1,
  -0,
  0,
  0.5,
  1e21,
  -1e9,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

/** A value of the same kind as the one given, or now and then of another: what is well formed and still wrong. */
export function oddValue(like: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.constantFrom<unknown>(null, undefined, "", 0, true, [], {}),
    fc.anything({ maxDepth: 2 }),
  );
  const kept = { weight: 6, arbitrary: fc.constant(like) };
  const strange = { weight: 1, arbitrary: other };
  if (typeof like === "string")
    return fc.oneof(
      kept,
      { weight: 3, arbitrary: hostileText(100_000) },
      { weight: 2, arbitrary: damaged(like) },
      strange,
    );
  if (typeof like === "number")
    return fc.oneof(
      kept,
      { weight: 3, arbitrary: fc.oneof(fc.constantFrom(...oddNumbers), fc.integer()) },
      strange,
    );
  if (typeof like === "boolean") return fc.oneof(kept, { weight: 3, arbitrary: fc.boolean() }, strange);
  if (Array.isArray(like)) {
    const [first] = like;
    const list = like.length === 0 ? fc.constant([]) : fc.array(oddValue(first), { maxLength: 60 });
    return fc.oneof(
      kept,
      { weight: 2, arbitrary: fc.tuple(...like.map(oddValue)) },
      { weight: 1, arbitrary: list },
      strange,
    );
  }
  if (typeof like === "object" && like !== null && Object.getPrototypeOf(like) === Object.prototype)
    return fc.oneof(
      { weight: 9, arbitrary: oddObject(like) },
      { weight: 1, arbitrary: fc.constant(like) },
      strange,
    );
  return fc.oneof(kept, strange);
}

/** An object of the same fields, each odd in its way, sometimes with one less or one more. */
export const oddObject = (like: object): fc.Arbitrary<object> =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(like).map(([name, value]) => [name, oddValue(value)]))),
      fc.option(fc.constantFrom(...Object.keys(like), "extra"), { freq: 6 }),
    )
    .map(([changed, name]) => {
      if (name === null) return changed;
      const { [name]: _gone, ...rest } = changed as Record<string, unknown>;
      return name === "extra" ? { ...changed, extra: 1 } : rest;
    });
