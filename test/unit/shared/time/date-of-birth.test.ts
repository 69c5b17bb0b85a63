import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DateOrder } from "../../../../shared/time/calendar.ts";
import { readDateOfBirth } from "../../../../shared/time/date-of-birth.ts";
import { monthName, shortDay } from "../../../../messages/format.ts";
import { languages } from "../../../../messages/language.ts";
import { told, worded } from "../../../support/told.ts";

const today = "2026-11-20";
const read = (text: string, dateOrder: DateOrder = "month-first", on = today) =>
  readDateOfBirth(text, { today: on, dateOrder });
const dateOf = (text: string, dateOrder?: DateOrder, on?: string): string => {
  const result = read(text, dateOrder, on);
  return result.kind === "read" ? result.date : result.kind;
};
const messageOf = (text: string, dateOrder?: DateOrder): string => {
  const result = read(text, dateOrder);
  return "why" in result ? told(result.why) : result.kind;
};

// typing-21: Digits without their first zero are read as a date only if one date is possible
describe("digits without their first zero", { tags: ["typing-21"] }, () => {
  it.each([
    ["30584", "1984-03-05", "month-first"],
    ["3051984", "1984-03-05", "month-first"],
    ["50384", "1984-03-05", "day-first"],
    ["12184", "1984-01-12", "day-first"],
    // A year stands in it, but is not the whole rest.
    ["3191984", "1984-03-19", "month-first"],
    [" 30584. ", "1984-03-05", "month-first"],
    ["３０５８４", "1984-03-05", "month-first"],
  ] as const)("%s is %s, %s", (text, date, order) => expect(dateOf(text, order)).toBe(date));

  it.each([
    ["12184", "month-first"],
    ["1211984", "month-first"],
    ["30584", "day-first"],
    ["31984", "month-first"],
  ] as const)("%s may be two days or a month, and is not guessed, %s", (text, order) =>
    expect(dateOf(text, order)).toBe("unreadable"),
  );
});

// typing-1: A date of birth is read in every usual form, and the reading is shown (OpenEMR 7831)
describe("date of birth, whichever way it is written (OpenEMR 7831)", { tags: ["typing-1"] }, () => {
  it.each([
    ["3/5/84", "1984-03-05", "1984-05-03"],
    ["03/05/1984", "1984-03-05", "1984-05-03"],
    ["3-5-1984", "1984-03-05", "1984-05-03"],
    ["3.5.84", "1984-03-05", "1984-05-03"],
    ["3 5 84", "1984-03-05", "1984-05-03"],
    ["3 / 5 / 1984", "1984-03-05", "1984-05-03"],
    ["3–5–1984", "1984-03-05", "1984-05-03"],
    ["03051984", "1984-03-05", "1984-05-03"],
    ["030584", "1984-03-05", "1984-05-03"],
    ["０３/０５/１９８４", "1984-03-05", "1984-05-03"],
    ["  3/5/84  ", "1984-03-05", "1984-05-03"],
    // As it is copied from a column.
    [`3/5/84${" ".repeat(100)}`, "1984-03-05", "1984-05-03"],
    ["12/31/99", "1999-12-31", "unreadable"],
    ["31/12/99", "unreadable", "1999-12-31"],
    ["12311999", "1999-12-31", "unreadable"],
    ["31121999", "unreadable", "1999-12-31"],
    ["20011203", "2001-12-03", "2001-12-03"],
    ["19840305", "1984-03-05", "1984-03-05"],
  ])("%s is %s month first and %s day first", (text, monthFirst, dayFirst) => {
    expect(dateOf(text, "month-first")).toBe(monthFirst);
    expect(dateOf(text, "day-first")).toBe(dayFirst);
  });

  it.each([
    ["1984-03-05", "1984-03-05"],
    ["1984/3/5", "1984-03-05"],
    ["1984.03.05", "1984-03-05"],
    ["5 Mar 1984", "1984-03-05"],
    ["5 mar 84", "1984-03-05"],
    ["5-Mar-1984", "1984-03-05"],
    ["05MAR84", "1984-03-05"],
    ["5mar1984", "1984-03-05"],
    ["March 5 1984", "1984-03-05"],
    ["March 5, 1984", "1984-03-05"],
    ["MARCH 5TH, 1984", "1984-03-05"],
    ["5th of March 1984", "1984-03-05"],
    ["Mar. 5, '84", "1984-03-05"],
    ["Mar 5 ’84", "1984-03-05"],
    ["1984 Mar 5", "1984-03-05"],
    ["Monday, March 5, 1984", "1984-03-05"],
    ["Sept 9 1990", "1990-09-09"],
    ["1 May 2001.", "2001-05-01"],
    ["5 de marzo de 1984", "1984-03-05"],
    ["9 sept. 1990", "1990-09-09"],
    ["MIÉRCOLES, 2 de mayo de 2001", "2001-05-02"],
  ])("%s is %s in both orders", (text, date) => {
    expect(dateOf(text, "month-first")).toBe(date);
    expect(dateOf(text, "day-first")).toBe(date);
  });

  it("is echoed in words with the age, so that a wrong reading is seen", () => {
    expect(read("3/5/84")).toEqual({
      kind: "read",
      date: "1984-03-05",
      echo: "March 5, 1984, age 42",
      age: 42,
      warning: null,
    });
  });

  it("is empty, not wrong, while nothing is typed", () => {
    expect([read("").kind, read("  \t ").kind]).toEqual(["empty", "empty"]);
  });
});

describe("two-digit years", () => {
  // typing-5: A year of two digits is the latest such year in the past
  it.each([
    ["11/20/26", "2026-11-20"], // today
    ["11/21/26", "1926-11-21"], // tomorrow would be the future
    ["1/1/27", "1927-01-01"],
    ["1/1/00", "2000-01-01"],
    ["2/29/00", "2000-02-29"],
    ["2/29/24", "2024-02-29"],
    ["12/31/25", "2025-12-31"],
    ["6/15/99", "1999-06-15"],
  ])("%s is the latest such day that is not in the future: %s", { tags: ["typing-5"] }, (text, date) => {
    expect(dateOf(text)).toBe(date);
  });

  it("turn over with the century", () => {
    expect(dateOf("1/2/00", "month-first", "2100-01-01")).toBe("2000-01-02");
    expect(dateOf("1/1/00", "month-first", "2100-01-01")).toBe("2100-01-01");
  });
});

describe("dates that do not exist are named", () => {
  it.each([
    ["2/30/1984", "There is no February 30."],
    ["4/31/84", "There is no April 31."],
    ["1984-02-31", "There is no February 31."],
    ["30 Feb 1984", "There is no February 30."],
    ["2/29/1985", "There is no February 29, 1985."],
    ["2/29/1900", "There is no February 29, 1900."],
    ["1/0/1984", "There is no January 0."],
    ["13/5/84", "There is no month 13."],
    ["0/5/84", "There is no month 0."],
    ["1984-13-05", "There is no month 13."],
    ["Tuesday, March 5, 1984", "March 5, 1984 is a Monday, not a Tuesday."],
  ])("%s: %s", (text, start) => {
    expect(read(text).kind).toBe("unreadable");
    expect(worded(messageOf(text).startsWith(start))).toBe(true);
  });

  it.each([
    ["13/5/84", "month-first", "1984-05-13"],
    ["5/13/84", "day-first", "1984-05-13"],
    ["13051984", "month-first", "1984-05-13"],
    ["1984-13-05", "month-first", "1984-05-13"],
    ["29/2/84", "month-first", "1984-02-29"],
    ["20/11/2026", "month-first", "2026-11-20"], // today
    // None of these is a day on which somebody can have been born.
    ["29/2/85", "month-first", undefined],
    ["31/4/84", "month-first", undefined],
    ["13/14/84", "month-first", undefined],
    ["0/5/84", "month-first", undefined],
    ["13/5/2030", "month-first", undefined],
    ["13/5", "month-first", undefined],
  ] as const)("%s, %s: with day and month the other way around that is %s", (text, order, meant) => {
    expect(read(text, order)).toMatchObject({ kind: "unreadable", meant });
  });

  it("what is offered for a swapped day and month is read as that day, in every language", () => {
    for (const each of languages)
      expect(dateOf(shortDay("1984-05-13", each), "day-first")).toBe("1984-05-13");
  });

  it.each(["1984", "3/5", "Mar 1984", "5 Mar", "3/5/984", "3/5/4", "31984", "abc", "3//5/84", "-3/5/84"])(
    "%s cannot be read, and the message shows what can",
    (text) => {
      const result = read(text);
      expect(result.kind).toBe("unreadable");
      expect(messageOf(text)).toContain("3/5/84");
      expect(messageOf(text, "day-first")).toContain("5/3/84");
    },
  );
});

describe("the age", () => {
  it.each([
    ["2008-02-29", "2026-02-28", 17],
    ["2008-02-29", "2026-03-01", 18],
    ["2008-02-29", "2028-02-29", 20],
    ["2026-11-20", "2026-11-20", 0],
    ["1984-11-20", "2026-11-20", 42],
    ["1984-11-21", "2026-11-20", 41],
  ])("of someone born %s is counted in whole years on %s: %d", (date, on, age) => {
    expect(read(date, "month-first", on)).toMatchObject({ kind: "read", age });
  });

  // typing-4: A date of birth over 110 years ago only warns
  it("over 110 years warns and does not block", { tags: ["typing-4"] }, () => {
    expect(read("1916-11-20")).toMatchObject({ kind: "read", warning: null });
    expect(worded(read("1916-11-19"))).toMatchObject({
      kind: "read",
      warning: expect.stringContaining("110 years"),
    });
    expect(worded(read("1066-10-14"))).toMatchObject({
      kind: "read",
      warning: expect.stringContaining("year"),
    });
  });

  // typing-3: A date of birth in the future blocks (Ottehr 1437)
  it(
    "a date of birth in the future blocks and is named, tomorrow included (Ottehr 1437)",
    { tags: ["typing-3"] },
    () => {
      expect(worded(read("11/21/2026"))).toEqual({
        kind: "future",
        why: "November 21, 2026 is in the future.",
      });
      expect(read("11/20/2026").kind).toBe("read");
    },
  );
});

const orders = fc.constantFrom<DateOrder>("month-first", "day-first");
const pastDates = fc
  .date({ min: new Date("1840-01-01T00:00:00Z"), max: new Date("2026-11-20T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Every written form of a date; the two-digit ones only mean it within the last hundred years. */
function formsOf(date: string, order: DateOrder): string[] {
  const [year = "", month = "", day = ""] = date.split("-");
  const name = monthName(Number(month), "en-US");
  const pair = order === "month-first" ? [month, day] : [day, month];
  const bare = pair.map((part) => String(Number(part)));
  const full = ["/", "-", ".", " "].flatMap((separator) => [
    [...pair, year].join(separator),
    [...bare, year].join(separator),
    [year, month, day].join(separator),
  ]);
  const words = [
    `${Number(day)} ${name} ${year}`,
    `${name} ${Number(day)}, ${year}`,
    `${day}${name.slice(0, 3)}${year}`,
  ];
  const short = [
    ...["/", "-", "."].map((separator) => [...bare, year.slice(2)].join(separator)),
    pair.join("") + year.slice(2),
  ];
  return [...full, ...words, pair.join("") + year, ...(date > "1926-11-20" ? short : [])];
}

describe("for any date", () => {
  it("every way of writing it reads as that very day, never a day off", () => {
    fc.assert(
      fc.property(pastDates, orders, (date, order) => {
        for (const text of formsOf(date, order)) expect([text, dateOf(text, order)]).toEqual([text, date]);
      }),
      { numRuns: 300 },
    );
  });

  it("the echo, typed again, reads as the same day", () => {
    fc.assert(
      fc.property(pastDates, orders, (date, order) => {
        const result = read(date, order);
        const echo = result.kind === "read" ? result.echo.replace(/, age \d+$/, "") : "";
        expect(worded(dateOf(echo, order))).toBe(date);
      }),
    );
  });

  it("any text at all gives an answer and never an exception", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789/-. ,'adfjmnorstuy".split("")) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), near), orders, (text, order) => {
        const result = read(text, order);
        expect(["empty", "read", "unreadable", "future"]).toContain(result.kind);
        if (result.kind === "read")
          expect(new Date(`${result.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(result.date);
      }),
      { numRuns: 1_000 },
    );
  });

  it("a megabyte of digits is refused at once", () => {
    expect(read("1/".repeat(500_000)).kind).toBe("unreadable");
  });
});
