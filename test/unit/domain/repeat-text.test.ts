import { expect, test } from "vitest";
import { dayAfter, readRepeat, readTimes } from "../../../domain/booking/repeat-text.ts";

const rule = (text: string): unknown => {
  const read = readRepeat(text);
  return read.kind === "read" ? [read.value.count, read.value.unit, read.value.times] : read.kind;
};

test.each([
  ["2", [2, null, null]],
  ["2 weeks", [2, "weeks", null]],
  ["2w", [2, "weeks", null]],
  ["week", [1, "weeks", null]],
  ["every week", [1, "weeks", null]],
  ["Every 2 Weeks x6", [2, "weeks", 6]],
  ["every 2 weeks ×6", [2, "weeks", 6]],
  ["every 2 weeks 6x", [2, "weeks", 6]],
  ["every 2 weeks, 6 times", [2, "weeks", 6]],
  ["every two weeks for 6 visits.", [2, "weeks", 6]],
  ["every other week", [2, "weeks", null]],
  ["every third month", [3, "months", null]],
  ["weekly x10", [1, "weeks", 10]],
  ["monthly", [1, "months", null]],
  ["yearly", [12, "months", null]],
  ["1 year", [12, "months", null]],
  ["10 d", [10, "days", null]],
  ["again in 6 weeks", [6, "weeks", 2]],
  ["in 6 weeks", [6, "weeks", null]],
  ["cada 2 semanas, 6 veces", [2, "weeks", 6]],
  ["cada dos semanas", [2, "weeks", null]],
  ["cada semana x4", [1, "weeks", 4]],
  ["cada 15 días, 3 citas", [15, "days", 3]],
  ["mensual", [1, "months", null]],
  ["otra vez en 6 semanas", [6, "weeks", 2]],
])("%j says how often", (text, expected) => {
  expect(rule(text)).toEqual(expected);
});

test.each([
  "abc",
  "0",
  "0 weeks",
  "-2",
  "1.5 weeks",
  "1e9",
  "999999999",
  "3 years",
  "105 weeks",
  "731 days",
  "25 months",
  "x6",
  "6 times",
  "every",
  "every 2",
  "biweekly",
  "quincenal",
  "once",
  "2 weeks x6 x6",
  "every 2 weeks; drop table",
  "2".repeat(101),
  "\u0000",
])("%j is no rule, or none that can be meant", (text) => {
  // "every 2" counts in the unit beside it.
  expect(rule(text)).toEqual(text === "every 2" ? [2, null, null] : "wrong");
});

test("an empty text says nothing", () => {
  expect(rule("  ")).toBe("empty");
});

test.each([
  ["2", 2],
  ["52", 52],
  [" 6 ", 6],
  ["6 times", 6],
  ["x6", 6],
  ["6 veces", 6],
])("%j is how many visits", (text, expected) => {
  expect(readTimes(text)).toMatchObject({ kind: "read", value: expected });
});

test.each(["0", "1", "53", "1e9", "abc", "-3", "2.5", "999999999", "9999999999999", "6 6", "x"])(
  "%j is none: from 2 to 52",
  (text) => {
    expect(readTimes(text).kind).toBe("wrong");
  },
);

test("months end where they end, and the 31st comes back", () => {
  const months = { count: 1, unit: "months" } as const;
  expect([0, 1, 2, 3].map((times) => dayAfter("2027-01-31", months, times))).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
  ]);
  expect(dayAfter("2028-02-29", { count: 12, unit: "months" }, 1)).toBe("2029-02-28");
  expect(dayAfter("2026-12-31", { count: 2, unit: "days" }, 3)).toBe("2027-01-06");
});
