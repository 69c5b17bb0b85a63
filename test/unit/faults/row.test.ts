import { expect, it } from "vitest";
import { takeShare } from "../../faults/row.ts";

const cases = Array.from({ length: 60 }, (_none, index) => index);

it.each([
  [0, 1],
  [0.001, 1],
  [0.5, 30],
  [1, 60],
  [2, 60],
])("takes of 60 cases at share %d exactly %d, each once and in order", (share, wanted) => {
  const taken = takeShare(cases, share);
  expect(new Set(taken).size).toBe(wanted);
  expect(taken).toEqual(taken.toSorted((a, b) => a - b));
});

it("takes even and odd cases alike: half of the cases is not always the same one of two", () => {
  const odd = takeShare(cases, 0.5).filter((number) => number % 2 === 1).length;
  expect(odd).toBeGreaterThan(8);
  expect(odd).toBeLessThan(22);
});
