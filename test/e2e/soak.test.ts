import { expect, it } from "vitest";
import { bookForLong, countBudgets } from "../soak/window.ts";
import { seed } from "../support/seed.ts";

/** The short form of `npm run soak`: a desk that nobody locks, and some bookings past faults. */
it("holds after some bookings what it held after the first ones, in the page, in main and on the disk", async () => {
  const { samples, checks } = await bookForLong({ seed, every: 2, isOver: (bookings) => bookings >= 8 });
  expect([...countBudgets(samples), ...checks].filter(({ isKept }) => !isKept)).toEqual([]);
});
