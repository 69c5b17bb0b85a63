import { expect, it } from "vitest";
import { busiest, judgeRate } from "../../faults/pace.ts";

const posts = (count: number, everyMs: number, key: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => ({
    at: index * everyMs,
    method: "POST",
    idempotencyKey: key(index),
  }));
const probes = (count: number, everyMs: number) =>
  posts(count, everyMs, () => "").map((seen) => ({ ...seen, method: "GET", idempotencyKey: null }));

it("does not count work that goes through once, however fast", () => {
  expect(busiest(posts(500, 1, String), { speed: 1 })).toBe(0);
});

it("counts the repeats of one item, and probes", () => {
  expect(
    busiest(
      posts(101, 100, () => "one"),
      { speed: 1 },
    ),
  ).toBe(10);
  expect(busiest(probes(100, 1_000), { speed: 1 })).toBe(1.1);
});

it("counts by the desk's clock: ten times faster, ten times fewer a second", () => {
  expect(
    busiest(
      posts(1_002, 10, () => "one"),
      { speed: 10 },
    ),
  ).toBe(10.1);
});

it("counts first requests too where none of them gets through", () => {
  expect(busiest(posts(50, 10, String), { speed: 1, withoutFirst: false })).toBe(5);
});

it("says what a case on real time asks too often, and gives the table no rate of it", () => {
  const row = { requestsASecond: 5, problems: ["before"] };
  expect(judgeRate(row)).toEqual({ requestsASecond: null, problems: ["before"] });
  expect(judgeRate({ ...row, requestsASecond: 5.1 })).toEqual({
    requestsASecond: null,
    problems: ["before", "5.1 requests a second, more than 5"],
  });
});
