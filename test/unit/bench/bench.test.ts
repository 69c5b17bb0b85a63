import { describe, expect, it, test } from "vitest";
import { atMost, check, interleave, lineOf, single, statsOf } from "../../../bench/harness.ts";
import { plotOf } from "../../../bench/plot.ts";
import { texts } from "../../../bench/queries.ts";
import { between, formatSummary, verdictOf } from "../../../bench/report.ts";
import { alsoMeets, keysOf, meets, type Entry, type Query } from "../../../bench/engines/text.ts";

describe("the harness", () => {
  it("takes percentiles by rank: one outlier of a hundred is the maximum and not p99", () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(statsOf(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 });
    expect(single(7)).toEqual({ count: 1, p50: 7, p95: 7, p99: 7, max: 7 });
  });

  it("runs the sides in turn, and neither first nor behind the same other one each round", async () => {
    const order: string[] = [];
    const side = (name: string) => ({ name, run: () => void order.push(name) });
    await interleave([side("a"), side("b"), side("c")], { rounds: 3 });
    expect(order.join("")).toBe("abcacbcab");
  });

  it("counts a side's own milliseconds where it gives them, and not those of the rounds that warm up", async () => {
    const samples = await interleave([{ name: "a", run: (round) => round }], { rounds: 3, warm: 2 });
    expect(samples.get("a")).toEqual([2, 3, 4]);
  });

  it("sets no other way of ours beside ours", () => {
    const samples = new Map([
      ["Front Desk, the store", [1]],
      ["Front Desk, the route", [2]],
      ["a peer", [3]],
    ]);
    const line = lineOf(samples, { what: "", ours: "Front Desk, the store", goals: () => [] });
    expect(line.peers.map(({ name }) => name)).toEqual(["a peer"]);
  });
});

test("what is typed key by key is one text, and what is typed for something else another", () => {
  const query = (kind: string, typed: string): Query => ({ kind, typed, plain: typed });
  const [d, do_, doe] = ["d", "do", "doe"].map((typed) => query("surname", typed));
  const queries = [d, do_, doe, query("phone", "217"), query("phone", "2175"), query("surname", "s")];
  const typed = texts(queries.flatMap((each) => each ?? [])).map((text) => text.map((each) => each.typed));
  expect(typed).toEqual([["d", "do", "doe"], ["217", "2175"], ["s"]]);
});

describe("the verdict", () => {
  const line = (found: number) => ({
    what: "",
    unit: "ms" as const,
    ours: single(found),
    peers: [],
    goals: [atMost("≤ 1 ms", found, 1)],
  });

  it.each([
    ["met", [line(1)], true],
    ["missed", [line(1), line(1.1)], true],
    ["wrong", [line(0.1)], false],
  ] as const)("is %s: what is quick and not right is no result", (verdict, lines, isRight) => {
    expect(verdictOf({ lines, checks: [check("answers", "", isRight)] })).toBe(verdict);
  });
});

describe("the document", () => {
  it.each([
    ["the goals that were missed", [0.1, 2], "b: ≤ 1 ms: 2.0 ✗"],
    ["all goals where none was missed", [0.1, 0.2], "a: ≤ 1 ms: 0.10 ✓; b: ≤ 1 ms: 0.20 ✓"],
    ["two at most", [2, 3, 4], "a: ≤ 1 ms: 2.0 ✗; b: ≤ 1 ms: 3.0 ✗; 1 more"],
  ])("has of a row %s", (_what, found, goals) => {
    const lines = found.map((value, at) => ({
      what: "abc".charAt(at),
      unit: "ms" as const,
      ours: single(value),
      peers: [],
      goals: [atMost("≤ 1 ms", value, 1)],
    }));
    const sizes = { people: 1, fewer: 1, drafts: 1, records: 1, rounds: 1 };
    const row = { id: "x", title: "", goal: "", at: "2026-11-23T01:00:00Z", seconds: 1, sizes };
    const verdict = found.some((value) => value > 1) ? "**missed**" : "met";
    expect(formatSummary({ ...row, load: [0, 0], lines, checks: [] })).toBe(
      `| \`x\` | ${verdict} | ${goals} | 2026-11-23 |`,
    );
  });

  it("gets the results between their marks, and keeps the rest", () => {
    const text = "before\n<!-- results begins -->\nold\n<!-- results ends -->\nafter\n";
    const now = between(text, "results", "new");
    expect(now).toBe("before\n<!-- results begins -->\n\nnew\n\n<!-- results ends -->\nafter\n");
    expect(between(now, "results", "new")).toBe(now);
  });

  it("is refused without the marks: nothing is written into the wrong place", () => {
    expect(() => between("<!-- results ends -->", "results", "new")).toThrow("no place");
  });
});

describe("the plot", () => {
  const plot = plotOf([
    {
      what: "a < b",
      unit: "ms",
      points: [
        { size: 1_000, value: 1 },
        { size: 10_000, value: 10 },
        { size: 100_000, value: 100 },
      ],
    },
  ]);

  it("draws what grows in proportion as one straight line", () => {
    const points = (/points="([^"]+)"/.exec(plot)?.[1] ?? "")
      .split(" ")
      .map((pair) => pair.split(",").map(Number));
    const slopes = points
      .slice(1)
      .map(([x = 0, y = 0], at) => (y - (points[at]?.[1] ?? 0)) / (x - (points[at]?.[0] ?? 0)));
    expect(slopes).toHaveLength(2);
    expect(slopes[0]).toBeLessThan(0);
    expect(slopes[1]).toBeCloseTo(slopes[0] ?? 0, 1);
  });

  it("is well-formed, and fits light and dark pages", () => {
    expect(plot).toContain("a &lt; b");
    expect(plot).toContain("prefers-color-scheme: dark");
    expect(plot).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("the judge of search", () => {
  const entry: Entry = {
    id: "1",
    first: "maria jose",
    last: "o'neil-smith",
    dob: "1984-03-05",
    phone: "2175550100",
    email: "mj.oneil@example.com",
    number: "42",
  };
  const asks = (plain: string): Query => ({ kind: "", typed: plain, plain });

  it.each(["mar", "jose smi", "oneils", "neil", "1984-03-05", "217555", "mj.o", ""])(
    "finds by every beginning of what is known: %j",
    (plain) => expect(meets(keysOf(entry), asks(plain))).toBe(true),
  );

  it.each(["aria", "maria jones", "1984-03-06", "5550100"])(
    "does not find by what is no beginning: %j",
    (plain) => expect(meets(keysOf(entry), asks(plain))).toBe(false),
  );

  it.each(["5550100", "42", "example", "mjone"])("lets an engine find by %j as well", (plain) =>
    expect(alsoMeets(entry, asks(plain))).toBe(true),
  );

  it("does not let an engine find somebody else", () => {
    expect(alsoMeets(entry, asks("maria jones"))).toBe(false);
  });
});
