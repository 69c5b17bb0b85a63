import fc from "fast-check";
import { expect, it } from "vitest";
import { findOverlapping } from "../../../../shared/bookings/overlaps.ts";

const at = (id: string, start: number, minutes: number | null) => ({ id, start: start * 60_000, minutes });

it("marks both of two visits at one time, and neither of two that follow one another", () => {
  expect([...findOverlapping([at("a", 0, 30), at("b", 15, 30)])].toSorted()).toEqual(["a", "b"]);
  expect([...findOverlapping([at("a", 0, 30), at("b", 30, 30)])]).toEqual([]);
  expect([...findOverlapping([at("a", 0, 30), at("b", 10, null)])].toSorted()).toEqual(["a", "b"]);
  expect([...findOverlapping([at("a", 0, null), at("b", 10, null)])]).toEqual([]);
});

it("marks whatever comparing each with each would", () => {
  const visit = fc.record({ start: fc.nat(60), minutes: fc.option(fc.integer({ min: 1, max: 40 })) });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 12 }), (found) => {
      const visits = found.map(({ start, minutes }, index) => at(String(index), start, minutes));
      const until = (visit: (typeof visits)[number]): number => visit.start + (visit.minutes ?? 1) * 60_000;
      const marked = visits.filter((one) =>
        visits.some((other) => one !== other && one.start < until(other) && other.start < until(one)),
      );
      expect([...findOverlapping(visits)].toSorted()).toEqual(marked.map(({ id }) => id).toSorted());
    }),
  );
});
