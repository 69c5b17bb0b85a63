import { expect, it } from "vitest";
import { bookForLong, countBudgets } from "../soak/window.ts";
import { seed } from "../support/seed.ts";

/** The short form of `npm run soak`: a desk that nobody locks, and some bookings past faults. */
it(
  "holds after some bookings what it held after the first ones, in the page, in main and on the disk",
  { timeout: 240_000 },
  async () => {
    const few = { seed, every: 2, withHeap: false, isOver: (bookings: number) => bookings >= 6 };
    const { samples, checks } = await bookForLong(few);
    expect([...countBudgets(samples), ...checks].filter(({ isKept }) => !isKept)).toEqual([]);
  },
);
