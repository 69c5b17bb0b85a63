import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { DateOrder } from "../../../../shared/time/calendar.ts";
import { readDay } from "../../../../shared/time/plain-date.ts";
import { speak } from "../../../../messages/words.ts";
import { told, worded } from "../../../support/told.ts";
import { limitCases } from "../../../support/cases.ts";

const today = "2026-11-20"; // a Friday
const read = (text: string, dateOrder: DateOrder = "month-first", on = today) =>
  readDay(text, { today: on, dateOrder });
const dateOf = (text: string, dateOrder?: DateOrder, on?: string): string => {
  const result = read(text, dateOrder, on);
  return result.kind === "read" ? result.value : result.kind;
};

describe("the day of an appointment", () => {
  it.each([
    ["12/1", "2026-12-01"],
    ["12-1", "2026-12-01"],
    ["11/20", "2026-11-20"], // today is the next such day
    ["11/19", "2027-11-19"], // yesterday is next year
    ["1/5", "2027-01-05"],
    ["2/29", "2028-02-29"], // the next leap year
    ["12/1/26", "2026-12-01"],
    ["12/1/2026", "2026-12-01"],
    ["120126", "2026-12-01"],
    ["12012026", "2026-12-01"],
    ["2026-12-01", "2026-12-01"],
    ["1 Dec", "2026-12-01"],
    ["Dec 1", "2026-12-01"],
    ["Dec 1 2026", "2026-12-01"],
    ["Tue Dec 1", "2026-12-01"],
    ["Tue 12/1", "2026-12-01"],
    ["Tuesday, 12/1/2026", "2026-12-01"],
    ["tue. 2026-12-01", "2026-12-01"],
    ["martes 12/1", "2026-12-01"],
    ["mar 12/1", "wrong"], // March and Tuesday in Spanish
    ["Wed 12/1", "wrong"], // it is a Tuesday
    ["xyz 12/1", "wrong"],
    ["next week", "wrong"], // no day
    ["Tuesday, December 1, 2026", "2026-12-01"],
    ["1st of December", "2026-12-01"],
    ["today", "2026-11-20"],
    ["TODAY ", "2026-11-20"],
    ["tomorrow", "2026-11-21"],
    ["day after tomorrow", "2026-11-22"],
    ["yesterday", "2026-11-19"],
    ["mon", "2026-11-23"],
    ["monday", "2026-11-23"],
    ["next monday", "2026-11-23"],
    ["this monday", "2026-11-23"],
    ["thurs", "2026-11-26"],
    ["fri", "2026-11-27"], // typed on a Friday: not today
    ["sat", "2026-11-21"],
    ["+3", "2026-11-23"],
    ["+ 3", "2026-11-23"],
    ["+0", "2026-11-20"],
    ["in 3 days", "2026-11-23"],
    ["3 days", "2026-11-23"],
    ["3d", "2026-11-23"],
    ["in 2 weeks", "2026-12-04"],
    ["2w", "2026-12-04"],
    ["in a week", "2026-11-27"],
    ["in 3 months", "2027-02-20"],
    ["11/19/26", "2026-11-19"], // a past day is read; the booking says so
    ["1/5/99", "1999-01-05"],
    ["1/5/75", "2075-01-05"], // the nearest year with those digits
    ["1/5/76", "1976-01-05"],
    ["+10", "2026-11-30"],
    ["+3d", "2026-11-23"],
    ["in 1 day", "2026-11-21"],
    ["in 10 days", "2026-11-30"],
    ["tomorrow.", "2026-11-21"],
    ["mon.,", "2026-11-23"],
  ])("%s is %s", (text, date) => {
    expect(dateOf(text)).toBe(date);
  });

  it("follows the order of day and month", () => {
    expect(dateOf("1/12", "day-first")).toBe("2026-12-01");
    expect(dateOf("1/12", "month-first")).toBe("2027-01-12");
    expect(dateOf("2026-12-01", "day-first")).toBe("2026-12-01");
  });

  it("is echoed with its weekday", () => {
    expect(read("12/1")).toEqual({
      kind: "read",
      value: "2026-12-01",
      echo: "Tuesday, December 1, 2026",
      warning: null,
    });
  });

  it("crosses the end of months, years and leap Februaries", () => {
    expect(dateOf("tomorrow", "month-first", "2026-12-31")).toBe("2027-01-01");
    expect(dateOf("tomorrow", "month-first", "2028-02-28")).toBe("2028-02-29");
    expect(dateOf("tomorrow", "month-first", "2026-02-28")).toBe("2026-03-01");
    expect(dateOf("in 1 month", "month-first", "2027-01-31")).toBe("2027-02-28");
  });

  it.each([
    ["2/30", "There is no February 30."],
    ["2/29/27", "There is no February 29, 2027."],
    ["13/1", "There is no month 13."],
    ["Monday, December 1, 2026", "December 1, 2026 is a Tuesday, not a Monday."],
  ])("%s is refused by name: %s", (text, message) => {
    const result = read(text);
    expect(worded(result.kind === "wrong" && told(result.why).startsWith(message))).toBe(true);
  });

  it.each([
    ["13/1", "2027-01-13"],
    ["20/11", "2026-11-20"], // today
    ["30/11/26", "2026-11-30"],
    // Over already, or no day either way.
    ["13/1/26", undefined],
    ["31/4", undefined],
    ["2/30", undefined],
  ])("%s: with day and month the other way around that is %s", (text, meant) => {
    expect(read(text)).toMatchObject({ kind: "wrong", meant });
  });

  it.each([
    "soon",
    "1",
    "1201",
    "12",
    "12/",
    "constructor",
    "__proto__",
    "+1234",
    "in days",
    "not in 3 days",
    "or +3",
    "not next monday",
    "frion day",
    `tomorrow${" ".repeat(92)}or later`,
  ])("%s cannot be read, and the message shows what can", (text) => {
    expect(worded(read(text))).toMatchObject({
      kind: "wrong",
      why: expect.stringContaining("tomorrow"),
    });
  });

  it("the day that the message shows is in the order that is read", () => {
    expect(worded(read("soon", "month-first"))).toMatchObject({ why: expect.stringContaining("12/1") });
    expect(worded(read("soon", "day-first"))).toMatchObject({ why: expect.stringContaining("1/12") });
  });

  it.each([
    ["1/5/20", "2080-11-20", "2120-01-05"],
    ["1/5/30", "2080-11-20", "2030-01-05"],
    // No leap year in 2100: the next one is eight years away.
    ["2/29", "2096-03-01", "2104-02-29"],
  ])("%s, typed on %s, is %s", (text, on, date) => expect(dateOf(text, "month-first", on)).toBe(date));

  it("is empty while nothing is typed: no day is ever assumed", () => {
    expect(read("  ").kind).toBe("empty");
  });
});

describe("for any day", () => {
  const days = fc
    .date({
      min: new Date("2020-01-01T00:00:00Z"),
      max: new Date("2070-01-01T00:00:00Z"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().slice(0, 10));

  it("its echo reads as the same day", () => {
    fc.assert(
      fc.property(days, (date) => {
        const result = read(date);
        expect(dateOf(result.kind === "read" ? (result.echo ?? "") : "")).toBe(date);
      }),
    );
  });

  it("a weekday is one to seven days ahead and has that name", () => {
    fc.assert(
      fc.property(days, fc.constantFrom("Monday", "Wednesday", "Friday", "Sunday"), (on, weekday) => {
        const result = read(weekday.slice(0, 3), "month-first", on);
        const date = result.kind === "read" ? result.value : "";
        const ahead = (Date.parse(date) - Date.parse(on)) / 86_400_000;
        expect(ahead >= 1 && ahead <= 7).toBe(true);
        expect(result.kind === "read" && result.echo?.startsWith(`${weekday}, `)).toBe(true);
      }),
    );
  });

  it("a day without a year is never in the past", () => {
    fc.assert(
      fc.property(days, days, (date, on) => {
        expect(dateOf(date.slice(5).replace("-", "/"), "month-first", on) >= on).toBe(true);
      }),
    );
  });

  it("any text at all gives an answer and never an exception", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789+/-. ,'adehiklmnorstuwxy".split("")) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), near), (text) => {
        expect(["empty", "read", "wrong"]).toContain(read(text).kind);
      }),
      limitCases(1_000),
    );
  });
});

it("in a language whose lengths are not read, English ones are", async () => {
  await speak("en-XA");
  expect(dateOf("in 3 days")).toBe("2026-11-23");
  await speak("en-US");
});

// typing-8: Days are read as people say them: English always, Spanish in the Spanish window
describe("in Spanish", { tags: ["typing-8"] }, () => {
  afterEach(() => speak("en-US"));

  it.each([
    ["5 de diciembre", "2026-12-05"],
    ["el 5 de dic. de 2026", "2026-12-05"],
    ["1 ene", "2027-01-01"],
    ["sábado 5 de diciembre", "2026-12-05"],
    ["sabado", "2026-11-21"],
    ["el martes", "2026-11-24"],
    ["mar", "2026-11-24"],
    ["5 mar", "2027-03-05"],
    ["el próximo lunes", "2026-11-23"],
    ["próximo lunes", "2026-11-23"],
    ["lun", "2026-11-23"],
    ["el lunes que viene", "2026-11-23"],
    ["este lunes", "2026-11-23"],
    ["en 3 días", "2026-11-23"],
    ["3 dias", "2026-11-23"],
    ["dentro de una semana", "2026-11-27"],
    ["en 2 semanas", "2026-12-04"],
    ["2s", "2026-12-04"],
    ["en un mes", "2026-12-20"],
    ["en 1 día", "2026-11-21"],
    ["en 10 días", "2026-11-30"],
    ["+3 días", "2026-11-23"],
    ["5 mar 1984", "1984-03-05"],
    ["5 de marzo de 1984", "1984-03-05"],
    ["hoy", "2026-11-20"],
    ["mañana", "2026-11-21"],
    ["pasado mañana", "2026-11-22"],
    ["ayer", "2026-11-19"],
    // English is read in every language.
    ["tomorrow", "2026-11-21"],
    ["Dec 5", "2026-12-05"],
    ["tue", "2026-11-24"],
    ["in 2 weeks", "2026-12-04"],
    ["next monday", "2026-11-23"],
  ])("%s is %s", async (text, date) => {
    await speak("es-US");
    expect(dateOf(text)).toBe(date);
  });

  it("a day with its month's name is still that day once English is spoken, and a word for a day is none", () => {
    expect(dateOf("5 de diciembre de 2026")).toBe("2026-12-05");
    expect(["mañana", "mar", "en 3 días"].map((text) => dateOf(text))).toEqual(["wrong", "wrong", "wrong"]);
  });

  it.each(["no en 3 días", "lunes que viene pronto", "lun próximoes"])("%s cannot be read", async (text) => {
    await speak("es-US");
    expect(dateOf(text)).toBe("wrong");
  });

  it("what is echoed, typed again, is the same day", async () => {
    await speak("es-US");
    for (const text of ["12/1", "2/28", "8/31", "5/5"]) {
      const result = read(text);
      if (result.kind !== "read") throw new Error(`${text} is not read`);
      expect(dateOf(result.echo ?? "")).toBe(result.value);
    }
  });

  it("a weekday that is not that day's is said, as in English", async () => {
    await speak("es-US");
    expect(dateOf("lunes 5 de diciembre de 2026")).toBe("wrong");
  });
});
