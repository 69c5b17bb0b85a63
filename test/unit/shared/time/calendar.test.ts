import { describe, expect, test, vi } from "vitest";
import {
  addTo,
  isExistingDate,
  resolveDateInYear,
  formatIsoDate,
  splitDate,
  normalizeText,
  readWrittenDate,
  formatRelativeDay,
  getStartOfWeek,
  findWeekday,
  getWeekday,
  type DateOrder,
} from "../../../../shared/time/calendar.ts";
import { monthName, weekdayName } from "../../../../messages/format.ts";
import { languages } from "../../../../messages/language.ts";
import { worded } from "../../../support/told.ts";

describe("a day of the calendar", () => {
  test.each([
    [2026, 1, 31, true],
    [2026, 1, 32, false],
    [2026, 4, 30, true],
    [2026, 4, 31, false],
    [2026, 4, 0, false],
    [2026, 0, 1, false],
    [2026, 13, 1, false],
    [2028, 2, 29, true],
    [2026, 2, 29, false],
    [1900, 2, 29, false],
    [2000, 2, 29, true],
    [1, 1, 1, true],
    [0, 1, 1, false],
    [9999, 12, 31, true],
    [10_000, 1, 1, false],
  ])("%d-%d-%d exists: %s", (year, month, day, exists) => {
    expect(isExistingDate({ year, month, day })).toBe(exists);
  });

  test.each([
    ["0005-03-09", { year: 5, month: 3, day: 9 }],
    ["2026-12-01", { year: 2026, month: 12, day: 1 }],
  ])("%s is written from its parts and read back into them", (date, parts) => {
    expect(formatIsoDate(parts)).toBe(date);
    expect(splitDate(date)).toEqual(parts);
  });

  test.each([
    ["2026-11-22", 0, "2026-11-22"],
    ["2026-11-23", 1, "2026-11-22"],
    ["2026-11-28", 6, "2026-11-22"],
    ["2027-01-01", 5, "2026-12-27"],
  ])("%s is day %d of the week that begins on Sunday, %s", (date, weekday, sunday) => {
    expect(getWeekday(date)).toBe(weekday);
    expect(getStartOfWeek(date)).toBe(sunday);
  });

  test("so many months after the 31st is the last day of a shorter month", () => {
    expect(addTo("2027-01-31", { months: 1 })).toBe("2027-02-28");
    expect(addTo("2027-01-31", { days: 1 })).toBe("2027-02-01");
  });
});

test.each([
  ["  Miércoles \t 5 ", "miercoles 5"],
  ["3–5—84", "3-5-84"],
  ["3−5", "3-5"],
  ["O’Clock ‘84 `84", "o'clock '84 '84"],
  ["２：３０", "2:30"],
])("%j is matched as %j", (text, plain) => {
  expect(normalizeText(text)).toBe(plain);
});

test.each([
  ["sun", 0],
  ["sunday", 0],
  ["thurs", 4],
  ["saturday", 6],
  ["martes", 2],
  ["mo", null],
  ["", null],
  ["mondays", null],
  ["day", null],
])("the weekday named %j is %j", (word, weekday) => {
  expect(findWeekday(word)).toBe(weekday);
});

test("a weekday's name in a language that is not asked for is none", () => {
  expect(findWeekday("martes", ["en-US"])).toBeNull();
  expect(findWeekday("tuesday", ["en-US"])).toBe(2);
});

describe("a date as it is written", () => {
  const read = (text: string, order: DateOrder = "month-first"): unknown => {
    const found = readWrittenDate(text, order);
    return found.kind === "written" ? [found.year, found.month, found.day, found.weekday] : found.kind;
  };

  test.each([
    ["12/1", [null, 12, 1, null]],
    ["2nd Dec", [null, 12, 2, null]],
    ["3rd of Dec", [null, 12, 3, null]],
    ["Dec the 1st", [null, 12, 1, null]],
    ["5 de diciembre del 2026", ["2026", 12, 5, null]],
    ["Sat 5 Dec 26", ["26", 12, 5, 6]],
    ["5 mar 84.,", ["84", 3, 5, null]],
    ["3/5/84.,", ["84", 3, 5, null]],
    [`12/1/2026${" ".repeat(91)}`, ["2026", 12, 1, null]],
  ])("%s is read", (text, parts) => {
    expect(read(text)).toEqual(parts);
  });

  test.each([
    ["12051203", "month-first", ["1203", 12, 5, null]],
    ["17121203", "day-first", ["1203", 12, 17, null]],
    ["22121203", "day-first", ["1203", 12, 22, null]],
    ["20121399", "day-first", ["1399", 12, 20, null]],
    ["20121203", "day-first", ["2012", 12, 3, null]],
    ["18001203", "month-first", ["1800", 12, 3, null]],
    ["21991203", "month-first", ["2199", 12, 3, null]],
    ["17991203", "month-first", "wrong"],
    ["22001203", "month-first", "wrong"],
  ] as const)("%s, %s, begins with its year only in this or the last centuries", (text, order, parts) => {
    expect(read(text, order)).toEqual(parts);
  });

  test.each([
    "",
    " ",
    "2026/12",
    "2026-12-2026",
    "123/4/84",
    "12/1 or so",
    "12/1/26/5",
    "march",
    "+5 mar 84",
    "5 mar 84 #",
    "5 * mar 84",
    "5 mar apples 84",
    "5 mar apr 84",
    "mon tue 5 mar 84",
    "mon tue 5 mar apr 84",
    "5 mar 84 12",
    "123 mar 84",
    "5 mar 984",
    "5 ma 84",
    `12/1/2026${" ".repeat(92)}`,
  ])("%j is none", (text) => {
    expect(read(text)).toBe("none");
  });

  test.each([
    ["13/12", "There is no month 13.", { month: 12, day: 13 }],
    ["13/1", "There is no month 13.", { month: 1, day: 13 }],
    ["13/13", "There is no month 13.", undefined],
    ["13/0", "There is no month 13.", undefined],
    ["0/0", "There is no month 0.", undefined],
    ["2/30", "There is no February 30.", undefined],
  ])("%s exists in no year: %s", (text, why, meant) => {
    const found = readWrittenDate(text, "month-first");
    expect(worded(found)).toMatchObject({ kind: "wrong", why: expect.stringContaining(why) });
    if (meant === undefined) expect(found).not.toHaveProperty("meant");
    else expect(found).toMatchObject({ meant });
  });
});

describe("a written date in a year", () => {
  const written = { kind: "written", year: null, month: 2, day: 29, weekday: null } as const;

  test("is that day, or is named where the year does not have it", () => {
    expect(resolveDateInYear(written, 2028)).toEqual({ date: "2028-02-29" });
    expect(worded(resolveDateInYear(written, 2027))).toEqual({
      why: expect.stringContaining("February 29, 2027"),
    });
  });

  test("has the weekday that was written", () => {
    expect(resolveDateInYear({ ...written, weekday: 2 }, 2028)).toEqual({ date: "2028-02-29" });
    expect(worded(resolveDateInYear({ ...written, weekday: 0 }, 2028))).toEqual({
      why: expect.stringContaining("is a Tuesday, not a Sunday"),
    });
  });
});

test("every month and weekday is known by its name in each language, from the first that is read on", async () => {
  vi.resetModules();
  const calendar = await import("../../../../shared/time/calendar.ts");
  expect(calendar.formatRelativeDay(1, "en-US")).toBe("tomorrow");
  for (const language of languages) {
    const months = Array.from({ length: 12 }, (_, index) => index + 1);
    expect(
      months.map((month) => calendar.readWrittenDate(`5 ${monthName(month, language)}`, "month-first")),
    ).toMatchObject(months.map((month) => ({ kind: "written", month, day: 5 })));
    const days = [0, 1, 2, 3, 4, 5, 6];
    expect(days.map((day) => calendar.findWeekday(normalizeText(weekdayName(day, language))))).toEqual(days);
  }
});

test.each([
  [0, "en-US", "today"],
  [1, "en-US", "tomorrow"],
  [-1, "en-US", "yesterday"],
  [3, "en-US", "in 3 days"],
  [2, "es-US", "pasado mañana"],
] as const)("%d days away is said in %s as %j", (days, locale, words) => {
  expect(formatRelativeDay(days, locale)).toBe(words);
});
