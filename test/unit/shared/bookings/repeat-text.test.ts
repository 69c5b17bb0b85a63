import { expect, test } from "vitest";
import { words } from "../../../../messages/words.ts";
import { worded } from "../../../support/told.ts";
import { addIntervals, readRepeat, readTimes } from "../../../../shared/bookings/repeat-text.ts";

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
  ["day", [1, "days", null]],
  ["every day", [1, "days", null]],
  ["un dia", [1, "days", null]],
  ["wk", [1, "weeks", null]],
  ["1 yr", [12, "months", null]],
  ["1 año", [12, "months", null]],
  ["daily", [1, "days", null]],
  ["diaria", [1, "days", null]],
  ["diario", [1, "days", null]],
  ["fortnightly", [2, "weeks", null]],
  ["quarterly", [3, "months", null]],
  ["trimestral", [3, "months", null]],
  ["weekly; x4", [1, "weeks", 4]],
  ["2 weeks , 6 times", [2, "weeks", 6]],
  ["2 weeks, 12 times", [2, "weeks", 12]],
  ["2 weeks .;", [2, "weeks", null]],
  ["104 weeks", [104, "weeks", null]],
  ["730 days", [730, "days", null]],
  ["24 months", [24, "months", null]],
  [`2 weeks${" ".repeat(93)}`, [2, "weeks", null]],
])("%j says how often", (text, expected) => {
  expect(rule(text)).toEqual(expected);
});

test.each([
  [1, ["one", "a", "an", "un", "una", "uno"]],
  [2, ["two", "other", "second", "dos"]],
  [3, ["three", "third", "tres"]],
  [4, ["four", "fourth", "cuatro"]],
  [5, ["five", "cinco"]],
  [6, ["six", "seis"]],
  [7, ["seven", "siete"]],
  [8, ["eight", "ocho"]],
  [9, ["nine", "nueve"]],
  [10, ["ten", "diez"]],
  [11, ["eleven"]],
  [12, ["twelve", "doce"]],
])("%d may be any of the words %j", (count, words) => {
  expect(words.map((word) => rule(`${word} weeks`))).toEqual(words.map(() => [count, "weeks", null]));
  expect(words.map(rule)).toEqual(words.map(() => [count, null, null]));
});

test.each([
  "today",
  "3 todays",
  "3 daysoff",
  "2 amonths",
  "2 monthsoff",
  "1 yearling",
  "undaily",
  "dailyish",
  "weeklyish",
  "a fortnightly",
  "fortnightlyish",
  "bimonthly",
  "monthlyish",
  "4 quarterly",
  "quarterlyish",
  "biannual",
  "annualreport",
  "never again in 6 weeks",
  "not every 2 weeks",
  "many weeks",
  "every week day",
  "2 again in weeks",
  "2 weeks x6y",
  `2 weeks${" ".repeat(94)}`,
])("%j, which only looks like one, is no rule", (text) => {
  expect(rule(text)).toBe("wrong");
});

test("what is wrong is said: it cannot be read, or nobody means it", () => {
  const why = (read: ReturnType<typeof readRepeat | typeof readTimes>): unknown =>
    read.kind === "wrong" ? worded(read.why) : read.kind;
  expect(why(readRepeat("soon"))).toBe(words.series.everyUnreadable);
  expect(why(readRepeat("many weeks"))).toBe(words.series.everyUnreadable);
  expect(why(readRepeat("3 years"))).toBe(words.series.everyRange);
  expect(why(readTimes("53"))).toContain("52");
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
  expect(readTimes("  ").kind).toBe("empty");
});

test.each([
  ["2", 2],
  ["52", 52],
  [" 6 ", 6],
  ["6 times", 6],
  ["x6", 6],
  ["6 veces", 6],
  [`6${" ".repeat(39)}`, 6],
])("%j is how many visits", (text, expected) => {
  expect(readTimes(text)).toMatchObject({ kind: "read", value: expected });
});

test.each([
  "0",
  "1",
  "53",
  "1e9",
  "abc",
  "-3",
  "2.5",
  "999999999",
  "9999999999999",
  "6 6",
  "x",
  "maybe 6 times",
  `6${" ".repeat(40)}`,
])("%j is none: from 2 to 52", (text) => {
  expect(readTimes(text).kind).toBe("wrong");
});

test("months end where they end, and the 31st comes back", () => {
  const months = { count: 1, unit: "months" } as const;
  expect([0, 1, 2, 3].map((times) => addIntervals("2027-01-31", months, times))).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
  ]);
  expect(addIntervals("2028-02-29", { count: 12, unit: "months" }, 1)).toBe("2029-02-28");
  expect(addIntervals("2026-12-31", { count: 2, unit: "days" }, 3)).toBe("2027-01-06");
});
