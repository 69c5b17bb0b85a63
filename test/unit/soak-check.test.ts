import { expect, it } from "vitest";
import { atMost, slopeAtMost, slopeOf } from "../soak/check.ts";

it("a slope is that of least squares, with its standard error", () => {
  expect(slopeOf([1, 2, 3, 4].map((at) => [at, 7 + 3 * at]))).toEqual({ slope: 3, error: 0 });
  // By hand: the line is 1.4 + 0.9 x, the squares of what it misses add up to 0.7, those of the distances from the middle to 5.
  const { slope, error } = slopeOf([
    [0, 1],
    [1, 3],
    [2, 3],
    [3, 4],
  ]);
  expect(slope).toBeCloseTo(0.9);
  expect(error).toBeCloseTo(Math.sqrt(0.7 / 2 / 5));
});

it("what is above its budget is not kept, nor what was never found", () => {
  expect(atMost("x", 5, 5).isKept).toBe(true);
  expect(atMost("x", 5.1, 5).isKept).toBe(false);
  expect(atMost("x", NaN, 5).isKept).toBe(false);
  const rising = [1, 2, 3, 4].map((at) => [at, 3 * at] as const);
  expect(slopeAtMost("x", rising, 3).isKept).toBe(true);
  expect(slopeAtMost("x", rising, 2.9)).toEqual({
    what: "x",
    found: "3 ± 0",
    budget: "≤ 2.9",
    isKept: false,
  });
  expect(slopeAtMost("x", [], 3).isKept).toBe(false);
});
