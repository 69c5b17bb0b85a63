import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  measureRowHeight,
  findRowsInView,
  chooseRowsToDraw,
  type Placed,
} from "../../../renderer/ui/row-window.ts";

/** Rows of that height, drawn from a place on whose upper edge is at `top`. */
const rows = (from: number, count: number, top: number, height = 50): readonly Placed[] =>
  Array.from({ length: count }, (_, at) => ({
    place: from + at,
    top: top + at * height,
    bottom: top + (at + 1) * height,
  }));
const view = { top: 200, bottom: 800 };

describe("the rows in view", () => {
  test("are those that are drawn there, be it by a pixel", () => {
    expect(findRowsInView(rows(40, 30, 151), view, 50)).toEqual({ from: 40, to: 53 });
    expect(findRowsInView(rows(40, 30, 150), view, 50)).toEqual({ from: 41, to: 53 });
  });

  test("are reckoned where the view has left what is drawn, upwards and downwards, and partly", () => {
    expect(findRowsInView(rows(140, 10, 5_200), view, 50)).toEqual({ from: 40, to: 53 });
    expect(findRowsInView(rows(400, 10, 5_200), view, 50)).toEqual({ from: 300, to: 313 });
    expect(findRowsInView(rows(40, 10, -4_800), view, 50)).toEqual({ from: 140, to: 153 });
    expect(findRowsInView(rows(40, 10, 500), view, 50)).toEqual({ from: 34, to: 46 });
    expect(findRowsInView(rows(40, 10, 0), view, 50)).toEqual({ from: 44, to: 56 });
  });

  test("are as high as rows and the headings between them are on the average, a row that stands apart left out", () => {
    const [a, b] = rows(3, 2, 0);
    const later = { place: 4, top: 80, bottom: 130 };
    if (a === undefined || b === undefined) throw new Error("two rows");
    expect(measureRowHeight([a, later])).toBe(65);
    expect(measureRowHeight([a, b, { place: 99, top: 9_000, bottom: 9_050 }])).toBe(50);
    expect(measureRowHeight([])).toBeNull();
    expect(measureRowHeight([{ place: 0, top: 0, bottom: 0 }])).toBeNull();
  });
});

describe("the rows to draw", () => {
  test("hold those in view, within the list, and are at most three times as many", () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 3, max: 80 }),
        fc.nat(100_000),
        fc.nat(200),
        (from, count, drawnFrom, drawnCount) => {
          const total = 100_100;
          const seen = { from, to: Math.min(total, from + count) };
          const drawn = { from: drawnFrom, to: Math.min(total, drawnFrom + drawnCount) };
          const next = chooseRowsToDraw(seen, drawn, total);
          expect(next.from).toBeGreaterThanOrEqual(0);
          expect(next.from).toBeLessThanOrEqual(seen.from);
          expect(next.to).toBeGreaterThanOrEqual(seen.to);
          expect(next.to).toBeLessThanOrEqual(total);
          expect(next.to - next.from).toBeLessThanOrEqual((seen.to - seen.from) * 3);
        },
      ),
    );
  });

  test("stay while enough of them is left on both sides, so that not each pixel draws anew", () => {
    const drawn = chooseRowsToDraw({ from: 100, to: 112 }, { from: 0, to: 0 }, 1_000);
    expect(drawn).toEqual({ from: 91, to: 121 });
    expect(chooseRowsToDraw({ from: 104, to: 116 }, drawn, 1_000)).toBe(drawn);
    expect(chooseRowsToDraw({ from: 108, to: 120 }, drawn, 1_000)).toEqual({ from: 99, to: 129 });
  });
});
