import { expect, test } from "vitest";
import { paperNames, papers, getSheetSize, getUsualPaper } from "../../../../shared/printing/paper.ts";

test.each([
  ["en-US", "letter"],
  ["es-US", "letter"],
  ["en-CA", "letter"],
  ["es-MX", "letter"],
  ["en-GB", "a4"],
  ["es-ES", "a4"],
  ["en", "letter"],
  ["de", "a4"],
  ["", "letter"],
  ["not a locale", "letter"],
])("where %j is spoken, %s is usual", (locale, paper) => {
  expect(getUsualPaper(locale)).toBe(paper);
});

test("every paper that can be chosen has its size, and the other way around", () => {
  expect([...paperNames].toSorted()).toEqual(Object.keys(papers).toSorted());
});

test("paper has its own size, and a roll is as long as it is asked to be, within what can be cut", () => {
  expect(getSheetSize({ paper: "a4", length: null })).toEqual({ width: 210, height: 297 });
  expect(getSheetSize({ paper: "label-62x29", length: 500 })).toEqual({ width: 62, height: 29 });
  const roll = (length: number | null) => getSheetSize({ paper: "roll-80", length }).height;
  expect([roll(null), roll(1), roll(123), roll(9_999)]).toEqual([40, 40, 123, 2_000]);
});
