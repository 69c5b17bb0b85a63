import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  compareRecordedTime,
  resolveVisitTime,
  getToday,
  toVisitMoment,
  type VisitTime,
} from "../../../../shared/time/zoned-time.ts";
import { zone, zoned, zonedShort, zonedText } from "../../../../messages/format.ts";
import { words } from "../../../../messages/words.ts";
import { told, worded } from "../../../support/told.ts";
import { limitCases } from "../../../support/cases.ts";

const at = (date: string, time: string, timeZone: string, repeatedHour: VisitTime["repeatedHour"] = null) =>
  resolveVisitTime({ date, time, timeZone, repeatedHour });

// visit-1: The offset is that of the time zone on that day (cal.com 1092)
describe(
  "a visit's moment has the zone's offset on that day, before and after the clocks change (cal.com 1092)",
  { tags: ["visit-1"] },
  () => {
    it.each([
      ["2026-12-01", "14:00", "America/New_York", "2026-12-01T14:00:00-05:00", "Eastern Standard Time"],
      ["2026-07-01", "14:00", "America/New_York", "2026-07-01T14:00:00-04:00", "Eastern Daylight Time"],
      ["2026-03-07", "02:30", "America/New_York", "2026-03-07T02:30:00-05:00", "Eastern Standard Time"],
      ["2026-03-08", "03:00", "America/New_York", "2026-03-08T03:00:00-04:00", "Eastern Daylight Time"],
      ["2026-07-01", "09:00", "Europe/London", "2026-07-01T09:00:00+01:00", "British Summer Time"],
      ["2026-12-01", "09:00", "Europe/London", "2026-12-01T09:00:00+00:00", "Greenwich Mean Time"],
      ["2026-07-01", "09:00", "Australia/Lord_Howe", "2026-07-01T09:00:00+10:30", "Lord Howe Standard Time"],
      ["2026-12-01", "09:00", "Australia/Lord_Howe", "2026-12-01T09:00:00+11:00", "Lord Howe Daylight Time"],
      ["2026-12-01", "09:00", "America/Sao_Paulo", "2026-12-01T09:00:00-03:00", "Brasilia Standard Time"],
      ["2026-07-01", "09:00", "America/Sao_Paulo", "2026-07-01T09:00:00-03:00", "Brasilia Standard Time"],
      ["2026-12-01", "09:00", "America/Phoenix", "2026-12-01T09:00:00-07:00", "Mountain Standard Time"],
      ["2026-12-01", "09:00", "Asia/Kathmandu", "2026-12-01T09:00:00+05:45", "Nepal Time"],
      ["2026-12-01", "00:00", "Pacific/Kiritimati", "2026-12-01T00:00:00+14:00", "Line Islands Time"],
      ["2026-12-01", "23:59", "UTC", "2026-12-01T23:59:00+00:00", "Coordinated Universal Time"],
    ])("%s %s in %s is %s", (date, time, timeZone, instant, zoneName) => {
      expect(at(date, time, timeZone)).toEqual({ kind: "exact", instant });
      expect(zone(zonedText(instant, timeZone))).toBe(zoneName);
    });
  },
);

describe("an hour that does not exist", () => {
  it.each([
    ["2026-03-08", "02:30", "America/New_York", "1:59 AM", "3:00 AM", ["01:30", "03:00", "03:30"]],
    ["2026-03-08", "02:00", "America/New_York", "1:59 AM", "3:00 AM", ["01:00", "03:00"]],
    ["2026-03-29", "01:30", "Europe/London", "12:59 AM", "2:00 AM", ["00:30", "02:00", "02:30"]],
    ["2026-10-04", "02:15", "Australia/Lord_Howe", "1:59 AM", "2:30 AM", ["01:45", "02:30", "02:45"]],
    [
      "2018-11-04",
      "00:30",
      "America/Sao_Paulo",
      "11:59 PM on November 3, 2018",
      "1:00 AM",
      ["01:00", "01:30"],
    ],
    [
      "2011-12-30",
      "12:00",
      "Pacific/Apia",
      "11:59 PM on December 29, 2011",
      "12:00 AM on December 31, 2011",
      [],
    ],
  ])("%s %s in %s is named, never moved", (date, time, timeZone, before, after, suggestions) => {
    const result = at(date, time, timeZone);
    expect(result).toMatchObject({ kind: "gap", suggestions });
    expect(result.kind === "gap" && told(result.why)).toContain(`from ${before} to ${after} (`);
  });

  it("is not settled by an answer left over from another day", () => {
    expect(at("2026-03-08", "02:30", "America/New_York", "later").kind).toBe("gap");
  });

  it("every suggestion exists", () => {
    const result = at("2026-03-08", "02:30", "America/New_York");
    const suggestions = result.kind === "gap" ? result.suggestions : [];
    expect(suggestions.length).toBeGreaterThan(0);
    for (const time of suggestions) expect(at("2026-03-08", time, "America/New_York").kind).toBe("exact");
  });

  it("the minute before and the first after are exact", () => {
    expect(at("2026-03-08", "01:59", "America/New_York").kind).toBe("exact");
    expect(at("2026-10-04", "02:30", "Australia/Lord_Howe").kind).toBe("exact");
    expect(at("2026-10-04", "02:29", "Australia/Lord_Howe").kind).toBe("gap");
  });
});

describe("an hour that comes twice", () => {
  it.each([
    ["2026-11-01", "01:30", "America/New_York", "2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"],
    ["2026-10-25", "01:00", "Europe/London", "2026-10-25T01:00:00+01:00", "2026-10-25T01:00:00+00:00"],
    ["2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"],
  ])("%s %s in %s is asked about, then as chosen", (date, time, timeZone, earlier, later) => {
    const asked = at(date, time, timeZone);
    expect(asked).toMatchObject({ kind: "twice", earlier, later });
    expect(at(date, time, timeZone, "earlier")).toMatchObject({ kind: "exact", instant: earlier });
    expect(at(date, time, timeZone, "later")).toMatchObject({ kind: "exact", instant: later });
  });

  // visit-2: A skipped or doubled hour is asked about
  it("names both zones in the question", { tags: ["visit-2"] }, () => {
    const asked = at("2026-11-01", "01:30", "America/New_York");
    const message = asked.kind === "twice" ? told(asked.why) : "";
    expect(message).toContain("Eastern Daylight Time");
    expect(message).toContain("Eastern Standard Time");
  });

  it("ends exactly where the doubled span ends", () => {
    expect(at("2026-11-01", "00:59", "America/New_York").kind).toBe("exact");
    expect(at("2026-11-01", "01:00", "America/New_York").kind).toBe("twice");
    expect(at("2026-11-01", "02:00", "America/New_York").kind).toBe("exact");
    expect(at("2026-04-05", "01:29", "Australia/Lord_Howe").kind).toBe("exact");
  });
});

describe("what cannot be resolved", () => {
  it.each([
    ["2026-12-01", "14:00", "Mars/Phobos", words.time.unknownZone({ timeZone: "Mars/Phobos" })],
    ["2026-12-01", "14:00", "", words.time.unknownZone({ timeZone: "" })],
    ["2026-02-30", "14:00", "America/New_York", words.time.noSuch],
    ["2026-12-01", "25:00", "America/New_York", words.time.noSuch],
    ["", "", "America/New_York", words.time.noSuch],
  ])("%s %s in %s gives a sentence, not an exception: %4$s", (date, time, timeZone, why) => {
    expect(worded(at(date, time, timeZone))).toEqual({ kind: "unreadable", why });
  });
});

test.each([
  ["2026-12-01", "14:00", null, "2026-12-01T14:00:00-05:00"],
  ["2026-11-01", "01:30", "earlier", "2026-11-01T01:30:00-04:00"],
  ["2026-11-01", "01:30", "later", "2026-11-01T01:30:00-05:00"],
  ["2026-11-01", "01:30", null, null],
  ["2026-03-08", "02:30", null, null],
  ["2026-02-30", "14:00", null, null],
] as const)("the moment of %s %s, where %j was chosen, is %s", (date, time, repeatedHour, instant) => {
  const moment = toVisitMoment({ date, time, timeZone: "America/New_York", repeatedHour });
  expect(moment).toBe(instant === null ? null : Date.parse(instant));
});

describe("an instant in words", () => {
  const instant = "2026-12-01T19:00:00Z";
  it.each([
    [
      "America/New_York",
      "Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time",
      "Dec 1, 2026, 2:00 PM EST",
    ],
    ["Europe/London", "Tuesday, December 1, 2026, 7:00 PM Greenwich Mean Time", "Dec 1, 2026, 7:00 PM GMT"],
    [
      "Pacific/Kiritimati",
      "Wednesday, December 2, 2026, 9:00 AM Line Islands Time",
      "Dec 2, 2026, 9:00 AM GMT+14",
    ],
  ])("is that zone's day and time, in %s", (timeZone, long, short) => {
    expect(zoned(zonedText(instant, timeZone))).toBe(long);
    expect(zonedShort(zonedText(instant, timeZone))).toBe(short);
  });

  it("keeps an unknown zone's name, with the instant's own offset", () => {
    expect(zoned(zonedText("2026-12-01T14:00:00-05:00", "Eastern Standard Time"))).toBe(
      "Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time (UTC-05:00)",
    );
    expect(zonedShort(zonedText("2026-12-01T14:00:00.250-05:00", ""))).toBe("Dec 1, 2026, 2:00 PM UTC-05:00");
  });

  it.each([
    "",
    "soon",
    "2026-12-01",
    "2026-12-01T14:00:00",
    "2026-13-01T14:00:00Z",
    "2026-12-01T14:00:00+99:00",
  ])("%s, which is no instant, comes back as it is instead of a wrong time", (text) => {
    expect(zoned(zonedText(text, "America/New_York"))).toBe(text);
    expect(zonedShort(zonedText(text, "America/New_York"))).toBe(text);
  });

  it("the ends of the calendar give words and never an exception", () => {
    for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "No/Such"]) {
      for (const text of ["9999-12-31T23:59:59-12:00", "0000-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z"]) {
        expect(zoned(zonedText(text, timeZone))).not.toBe("");
        expect(worded(getToday(timeZone, text))).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
    }
  });

  it("any two texts give words and never an exception", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: "binary" }), (text, zone) => {
        expect(typeof zoned(zonedText(text, zone))).toBe("string");
        expect(zoned(zonedText(instant, zone))).toContain("December");
        expect(zonedShort(zonedText("9999-12-28T23:59:59-12:00", zone))).toContain("9999");
      }),
    );
  });
});

describe("what the service recorded", () => {
  const typed = { typedInstant: "2026-12-01T14:00:00-05:00", timeZone: "America/New_York" };
  const compare = (recordedInstant: string, recordedTimeZone: string) =>
    compareRecordedTime({ ...typed, recordedInstant, recordedTimeZone }).alerts[0] ?? null;

  it.each([
    ["2026-12-01T14:00:00-05:00", "America/New_York"],
    ["2026-12-01T19:00:00Z", "America/New_York"],
    ["2026-12-01T19:00:00.000Z", "America/Detroit"],
    ["2026-12-01T13:00:00-06:00", "US/Eastern"],
    ["2026-12-01T14:00:00-05:00", "Eastern Standard Time"],
  ])("%s in %s is what was typed: silence", (instant, zone) => {
    expect(compare(instant, zone)).toBeNull();
  });

  // visit-4: A different time in the service's response is shown prominently
  it("an hour off is said loudly with both times and zones", { tags: ["visit-4"] }, () => {
    expect(worded(compare("2026-12-01T15:00:00-05:00", "America/New_York"))).toBe(
      "You typed 2:00 PM Eastern Standard Time. The booking service recorded 3:00 PM Eastern Standard Time.",
    );
  });

  it("the same clock time in another zone is another moment", () => {
    expect(worded(compare("2026-12-01T14:00:00-06:00", "America/Chicago"))).toBe(
      "You typed 2:00 PM Eastern Standard Time. The booking service recorded 2:00 PM Central Standard Time.",
    );
  });

  it("the same moment in a zone with another offset is said too", () => {
    expect(worded(compare("2026-12-01T19:00:00Z", "America/Chicago"))).toBe(
      "You typed 2:00 PM Eastern Standard Time. The booking service recorded the same moment as 1:00 PM Central Standard Time.",
    );
  });

  it("a difference of a whole day shows the days", () => {
    expect(worded(compare("2026-12-02T14:00:00-05:00", "America/New_York"))).toBe(
      "You typed December 1, 2026, 2:00 PM Eastern Standard Time. " +
        "The booking service recorded December 2, 2026, 2:00 PM Eastern Standard Time.",
    );
  });

  it("a difference of seconds shows the seconds", () => {
    expect(worded(compare("2026-12-01T14:00:30-05:00", "America/New_York"))).toContain("2:00:30 PM");
  });

  it("an instant that cannot be read is shown as it came", () => {
    expect(worded(compare("2 o'clock", "America/New_York"))).toContain("“2 o'clock”");
    const kept = { ...typed, typedInstant: "2 o'clock" };
    const recorded = { recordedInstant: typed.typedInstant, recordedTimeZone: typed.timeZone };
    expect(worded(compareRecordedTime({ ...kept, ...recorded }).alerts[0])).toContain("2 o'clock");
  });
});

describe("today at the clinic", () => {
  it.each([
    ["2026-12-01T02:00:00Z", "America/New_York", "2026-11-30"],
    ["2026-12-01T02:00:00Z", "Asia/Kolkata", "2026-12-01"],
    ["2026-12-01T11:00:00Z", "Pacific/Kiritimati", "2026-12-02"],
    ["2026-12-01T10:59:00Z", "Pacific/Pago_Pago", "2026-11-30"],
    ["2026-12-01T23:30:00-05:00", "Not/AZone", "2026-12-01"],
  ])("at %s in %s is %s", (now, timeZone, date) => {
    expect(getToday(timeZone, now)).toBe(date);
  });
});

describe("for any moment in any zone", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });

  it("the clock's reading resolves to that moment again, never an hour or a day off", () => {
    fc.assert(
      fc.property(zones, minutes, (timeZone, minute) => {
        const parts = new Intl.DateTimeFormat("en-CA", {
          timeZone,
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
        }).formatToParts(minute * 60_000);
        const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? "";
        const date = `${part("year")}-${part("month")}-${part("day")}`;
        const result = at(date, `${part("hour")}:${part("minute")}`, timeZone);
        const instants =
          result.kind === "exact"
            ? [result.instant]
            : result.kind === "twice"
              ? [result.earlier, result.later]
              : [];
        expect(instants.map((instant) => Date.parse(instant))).toContain(minute * 60_000);
        expect(instants[0]?.slice(0, 10)).toBe(date);
      }),
      limitCases(500),
    );
  });
});
