import fc from "fast-check";
import { expect, it } from "vitest";
import { countAtOnce } from "../../../../shared/bookings/overlaps.ts";

const at = (id: string, start: number, minutes: number | null) => ({ id, start: start * 60_000, minutes });
const counted = (...visits: readonly ReturnType<typeof at>[]): readonly number[] => [
  ...countAtOnce(visits).values(),
];

it("counts two of two visits at one time, and one of those that follow one another", () => {
  expect(counted(at("a", 0, 30), at("b", 15, 30))).toEqual([2, 2]);
  expect(counted(at("a", 0, 30), at("b", 30, 30))).toEqual([1, 1]);
  expect(counted(at("a", 0, 30), at("b", 10, null))).toEqual([2, 2]);
  expect(counted(at("a", 0, null), at("b", 10, null))).toEqual([1, 1]);
  expect(counted(at("a", 0, 60), at("b", 10, 10), at("c", 30, 10))).toEqual([3, 2, 2]);
});

it("counts whatever comparing each with each would", () => {
  const visit = fc.record({ start: fc.nat(60), minutes: fc.option(fc.integer({ min: 1, max: 40 })) });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 12 }), (found) => {
      const visits = found.map(({ start, minutes }, index) => at(String(index), start, minutes));
      const until = (one: (typeof visits)[number]): number => one.start + (one.minutes ?? 1) * 60_000;
      const each = visits.map(
        (one) => visits.filter((other) => one.start < until(other) && other.start < until(one)).length,
      );
      expect(counted(...visits)).toEqual(each);
    }),
  );
});
