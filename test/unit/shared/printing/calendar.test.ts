import ICAL from "ical.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanLine } from "../../../../shared/text/clean-text.ts";
import {
  formatCalendar,
  toCalendarStatus,
  type CalendarEvent,
} from "../../../../shared/printing/calendar.ts";

const visit = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: "00000000-0000-4000-8000-000000000050",
  start: Date.parse("2026-12-01T14:00:00-05:00"),
  minutes: 30,
  stamp: Date.parse("2026-11-20T15:00:00Z"),
  standing: "tentative",
  summary: "Appointment, not confirmed yet: Ann Smith",
  location: "1 Main St, Albany, NY 12207",
  description: ["When: Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time", "For: Ann Smith"],
  ...change,
});

/** What somebody else's reader makes of the file. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each)) };
};
const one = (change: Partial<CalendarEvent> = {}) => {
  const [event] = read(formatCalendar([visit(change)])).events;
  if (event === undefined) throw new Error("There is no event in the file");
  return event;
};

describe("a calendar file", () => {
  test("is word for word what RFC 5545 asks for", () => {
    expect(formatCalendar([visit()]).split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Front Desk//Appointment slip//EN",
      "CALSCALE:GREGORIAN",
      "BEGIN:VEVENT",
      "UID:00000000-0000-4000-8000-000000000050",
      "DTSTAMP:20261120T150000Z",
      "DTSTART:20261201T190000Z",
      "DTEND:20261201T193000Z",
      "SUMMARY:Appointment\\, not confirmed yet: Ann Smith",
      "LOCATION:1 Main St\\, Albany\\, NY 12207",
      "DESCRIPTION:When: Tuesday\\, December 1\\, 2026\\, 2:00 PM Eastern Standard Ti",
      " me\\nFor: Ann Smith",
      "STATUS:TENTATIVE",
      "CLASS:PRIVATE",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  test("is read by another reader as the same moments and texts", () => {
    const event = one();
    expect(event.uid).toBe(visit().uid);
    expect(event.startDate.toJSDate().toISOString()).toBe("2026-12-01T19:00:00.000Z");
    expect(event.endDate.toJSDate().toISOString()).toBe("2026-12-01T19:30:00.000Z");
    expect(event.summary).toBe(visit().summary);
    expect(event.location).toBe(visit().location);
    expect(event.description).toBe(visit().description.join("\n"));
    expect(event.component.getFirstPropertyValue("status")).toBe("TENTATIVE");
  });

  test("without a known length has no end of its own", () => {
    expect(formatCalendar([visit({ minutes: null })])).not.toContain("DTEND");
    expect(one({ minutes: null }).startDate.toJSDate().toISOString()).toBe("2026-12-01T19:00:00.000Z");
  });

  test("has each visit once, in their order", () => {
    const second = visit({ uid: "00000000-0000-4000-8000-000000000051", standing: "confirmed" });
    const { calendar, events } = read(formatCalendar([visit(), second]));
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(events.map(({ uid }) => uid)).toEqual([visit().uid, second.uid]);
    expect(events[1]?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
  });

  test.each([
    ["2026-03-08T06:59:00Z", "the minute before the clocks go forward in New York"],
    ["2026-11-01T05:30:00Z", "the first of the hour that New York has twice"],
    ["2026-11-01T06:30:00Z", "the second"],
    ["2028-02-29T23:59:59Z", "a leap day's last second"],
  ])("%s stays that moment: %s", (instant) => {
    expect(
      one({ start: Date.parse(instant) })
        .startDate.toJSDate()
        .toISOString(),
    ).toBe(new Date(instant).toISOString());
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      ...'\n \r \r\n ; , : \\ \\n " = ^ \u2028 \u202E \u0000 \u200B END:VEVENT BEGIN:VALARM é 漢 👩‍⚕️ 🏥 a'.split(
        " ",
      ),
      " ",
    ),
    maxLength: 400,
  }),
  fc.constantFrom("x".repeat(2_000), "👩‍⚕️".repeat(400), "\r\nEND:VCALENDAR\r\n", "\u202Egnirts", ""),
);
const hostileEvent = fc
  .record({ summary: hostile, location: hostile, description: fc.array(hostile, { maxLength: 6 }) })
  .map(visit);

describe("whatever stands in the texts", () => {
  test.each([
    ["x", 75],
    ["é", 75],
    ["\u07FF", 75],
    ["\u0800", 73],
    ["漢", 73],
    ["\u{10000}", 73],
    ["🏥", 73],
  ])("a line ends only where it has no room for another %s", (character, octets) => {
    const lines = formatCalendar([visit({ summary: character.repeat(150) })]).split("\r\n");
    const second = lines[lines.findIndex((line) => line.startsWith("SUMMARY")) + 1] ?? "";
    expect(Buffer.byteLength(second)).toBe(octets);
  });

  test("no line is longer than 75 octets, none ends otherwise, and no character is cut apart", () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        const text = formatCalendar([event]);
        const lines = text.split("\r\n");
        expect(lines.at(-1)).toBe("");
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          // oxlint-disable-next-line no-control-regex -- control characters are what it is about
          expect(line).not.toMatch(/[\u0000-\u001F\u007F]/);
          // A half of a character would not come back from UTF-8 as it was.
          expect(Buffer.from(line).toString()).toBe(line);
        }
      }),
    );
  });

  // booking-49: Another reader reads the same moment and texts from a calendar file
  test(
    "another reader gets each text back, and finds one event with no part that was not put there",
    { tags: ["booking-49"] },
    () => {
      fc.assert(
        fc.property(hostileEvent, (event) => {
          const { calendar, events } = read(formatCalendar([event]));
          expect(calendar.getAllSubcomponents()).toHaveLength(1);
          const [found] = events;
          expect(found?.component.getAllSubcomponents()).toEqual([]);
          expect(found?.component.getAllProperties().map(({ name }) => name)).toEqual(
            "uid dtstamp dtstart dtend summary location description status class".split(" "),
          );
          expect(found?.summary).toBe(cleanLine(event.summary, 1_000));
          expect(found?.location).toBe(cleanLine(event.location, 1_000));
          expect(found?.description).toBe(event.description.map((line) => cleanLine(line, 1_000)).join("\n"));
        }),
      );
    },
  );
});

test.each([
  ["Pending", "tentative"],
  ["In Progress", "confirmed"],
  [" completed ", "confirmed"],
  ["Approved", "confirmed"],
  ["Canceled", "off"],
  ["Cancelled", "off"],
  ["Denied", "off"],
  ["On its way", "tentative"],
  ["", "tentative"],
  [null, "tentative"],
] as const)("an answer of %j makes it %s", (status, standing) => {
  expect(toCalendarStatus(status)).toBe(standing);
});
