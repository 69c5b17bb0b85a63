import fc from "fast-check";
import { expect, it } from "vitest";
import { computeBackoff } from "../../../main/features/outbox/backoff.ts";

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it("doubles its ceiling with each failure, and stays under a minute for ever", () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 20, 10_000].map((failures) => computeBackoff(failures, 1));
  expect(ceilings).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
});

it("spreads over the whole of the time, so that many desks do not come back at once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fraction, (failures, part) => {
      const wait = computeBackoff(failures, part);
      expect(Number.isInteger(wait)).toBe(true);
      expect(Math.abs(wait - computeBackoff(failures, 1) * part)).toBeLessThanOrEqual(0.5);
    }),
  );
  expect(computeBackoff(3, 0)).toBe(0);
});
