import { describe, expect, it } from "vitest";
import { isEmptyBookingQuery, readBookingQuery } from "../../../../shared/bookings/booking-query.ts";

// A Sunday.
const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const read = (text: string) => readBookingQuery(text, context);
const nothing = { words: [], days: [], number: null, phone: null, orWords: [] };

// lists-5: A search for bookings reads names, days, phone and numbers like the patient search
describe("what is typed to find bookings", { tags: ["lists-5"] }, () => {
  it.each(["", "  ", " , "])("asks for nothing in %j", (text) => expect(read(text)).toEqual(nothing));

  it.each(["Doe, Jane", "jane doe", "  doe   jane "])("has the words of a name in %j", (text) => {
    expect(read(text)).toMatchObject({ days: [], number: null, orWords: [] });
    expect(
      read(text)
        .words.map((word) => word.toLowerCase())
        .toSorted(),
    ).toEqual(["doe", "jane"]);
  });

  it.each([
    ["11/24/2026", ["2026-11-24"]],
    ["2026-11-24", ["2026-11-24"]],
    ["Nov 24, 2026", ["2026-11-24"]],
    ["11242026", ["2026-11-24"]],
    ["tomorrow", ["2026-11-23"]],
    ["+3", ["2026-11-25"]],
    ["mon", ["2026-11-23"]],
    // No year: the next one, and the last one among what is past.
    ["nov 24", ["2026-11-24", "2025-11-24"]],
    ["11/20", ["2027-11-20", "2026-11-20"]],
  ])("reads the day in %j as the wizard does", (text, days) => expect(read(text).days).toEqual(days));

  it("reads a day beside a name, before or after it", () => {
    expect(read("ann nov 24 2026")).toEqual({ ...nothing, words: ["ann"], days: ["2026-11-24"] });
    expect(read("11/24/2026 Doe, Jane")).toMatchObject({ words: ["Doe", "Jane"], days: ["2026-11-24"] });
  });

  it.each(["5", "#5", "# 5"])("takes %j as that number alone", (text) =>
    expect(read(text)).toEqual({ ...nothing, number: 5 }),
  );

  it("takes a number beside a name as both", () => {
    expect(read("jane #12")).toEqual({ ...nothing, words: ["jane"], number: 12 });
  });

  it.each([
    ["(217) 555-0199", "2175550199"],
    ["217 555 0199", "2175550199"],
    ["+1 217 555 0199", "12175550199"],
    ["555-0199", "5550199"],
  ])("takes %j as a phone number, and as no day", (text, phone) =>
    expect(read(text)).toEqual({ ...nothing, phone }),
  );

  it("takes bare digits so many as a phone number or a number", () => {
    expect(read("2175550199")).toEqual({ ...nothing, number: 2_175_550_199, phone: "2175550199" });
  });

  it("takes a phone number beside a name and a day apart", () => {
    expect(read("Doe, Jane 217-555-0199 nov 24 2026")).toEqual({
      ...nothing,
      words: ["Doe", "Jane"],
      days: ["2026-11-24"],
      phone: "2175550199",
    });
  });

  it.each([
    ["2026-11-24", "2026-11-24"],
    ["11 24 2026", "2026-11-24"],
    ["11 2 2026", "2026-11-02"],
  ])("takes %j as a day, which is no phone number", (text, day) =>
    expect(read(text)).toEqual({ ...nothing, days: [day] }),
  );

  it("takes six digits as a day or a number, and a name of a day as a name too", () => {
    expect(read("112426")).toEqual({ ...nothing, days: ["2026-11-24"], number: 112_426 });
    expect(read("Sun")).toEqual({ ...nothing, days: ["2026-11-29"], orWords: ["Sun"] });
  });

  it.each([
    ["2", { number: 2 }],
    ["12026", { number: 12_026 }],
    // So many are a day, or a number.
    ["120126", { days: ["2026-12-01"], number: 120_126 }],
    ["123456789012345", { number: 123_456_789_012_345, phone: "123456789012345" }],
    ["1234567890123456", { words: ["1234567890123456"] }],
    ["#2175550199", { number: 2_175_550_199 }],
  ])("takes the digits %j as %j", (text, expected) =>
    expect(read(text)).toEqual({ ...nothing, ...expected }),
  );

  it("of a day that last year did not have, only the next one", () =>
    expect(read("feb 29").days).toEqual(["2028-02-29"]));

  it("takes a phone number behind a name apart, and one word behind it as a name", () => {
    expect(read("jane 2175550199")).toEqual({
      ...nothing,
      words: ["jane"],
      number: 2_175_550_199,
      phone: "2175550199",
    });
    expect(read("2175550199 jane").phone).toBe("2175550199");
    expect(read("217 555 0199 doe").words).toEqual(["doe"]);
  });
});

describe("a query of which nothing is asked", () => {
  it.each(["", " , "])("is %j", (text) => expect(isEmptyBookingQuery(read(text))).toBe(true));
  it.each(["jane", "nov 24", "#5", "0", "555-0199", "Sun"])("is not %j", (text) =>
    expect(isEmptyBookingQuery(read(text))).toBe(false),
  );
});
