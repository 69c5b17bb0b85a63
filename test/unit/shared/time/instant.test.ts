import { describe, expect, test } from "vitest";
import {
  formatInstant,
  getOffsetAt,
  readInstant,
  toWall,
  getZoneName,
} from "../../../../shared/time/instant.ts";

const noon = Date.UTC(2026, 11, 1, 12);

describe("an instant as it is written", () => {
  test.each([
    ["2026-12-01T12:00:00Z", noon, 0],
    ["2026-12-01t12:00:00z", noon, 0],
    ["2026-12-01 12:00:00Z", noon, 0],
    ["2026-12-01T12:00Z", noon, 0],
    ["2026-12-01T12:00:07Z", noon + 7_000, 0],
    ["2026-12-01T12:00:07.5Z", noon + 7_500, 0],
    ["2026-12-01T12:00:07.123456789Z", noon + 7_123, 0],
    ["2026-12-01T12:00:07.9999Z", noon + 7_999, 0],
    ["2026-12-01T07:00:00-05:00", noon, -300],
    ["2026-12-01T07:00:00-0500", noon, -300],
    ["2026-12-01T17:45:00+05:45", noon, 345],
    ["2026-12-02T02:00:00+14:00", noon, 840],
    ["0001-01-03T00:00:00Z", Date.parse("0001-01-03T00:00:00Z"), 0],
    ["9999-12-29T00:00:00Z", Date.parse("9999-12-29T00:00:00Z"), 0],
    ["2026-12-02T11:59:00+23:59", noon, 1_439],
  ])("%s is that moment, with its own offset", (text, ms, offset) => {
    expect(readInstant(text)).toEqual({ ms, offset });
  });

  test.each([
    "2026-12-01T12:00:00",
    "2026-12-01",
    "2026-12-01T12:00:00Zulu",
    " 2026-12-01T12:00:00Z",
    "at 2026-12-01T12:00:00Z",
    "2026-12-01T12:00:00.Z",
    "2026-12-01T12:00:00.1234567890Z",
    "2026-12-01T12:00:00+5:00",
    "2026-12-01T12:00:00+05:0",
    "2026-12-01T12:00:00+24:00",
    "2026-12-01T12:00:00-24:00",
    "2026-12-01T25:00:00Z",
    "2026-13-01T12:00:00Z",
    "0001-01-02T23:59:59Z",
    "9999-12-29T00:00:01Z",
    "",
  ])("%j is none that is the same moment on every computer", (text) => {
    expect(readInstant(text)).toBeNull();
  });
});

describe("a zone's offset", () => {
  test.each([
    ["America/New_York", "2026-11-01T05:59:59Z", -240],
    ["America/New_York", "2026-11-01T06:00:00Z", -300],
    ["Asia/Kathmandu", "2026-12-01T12:00:00Z", 345],
    ["UTC", "2026-12-01T12:00:00Z", 0],
    // Local mean time, 4:56:02 behind, counts as whole minutes.
    ["America/New_York", "1850-01-01T00:00:00Z", -296],
    ["No/Such", "2026-12-01T12:00:00Z", null],
  ])("of %s at %s is so many minutes: %j", (timeZone, at, offset) => {
    expect(getOffsetAt(Date.parse(at), timeZone)).toBe(offset);
  });
});

test.each([
  [0, { date: "2026-12-01", time: "12:00", seconds: 9 }],
  [-300, { date: "2026-12-01", time: "07:00", seconds: 9 }],
  [840, { date: "2026-12-02", time: "02:00", seconds: 9 }],
  [-750, { date: "2026-11-30", time: "23:30", seconds: 9 }],
])("a clock %d minutes east of UTC shows that day, time and second", (offset, shown) => {
  expect(toWall(noon + 9_000, offset)).toEqual(shown);
});

test.each([
  [0, "2026-12-01T12:00:09+00:00"],
  [-300, "2026-12-01T07:00:09-05:00"],
  [345, "2026-12-01T17:45:09+05:45"],
  [-30, "2026-12-01T11:30:09-00:30"],
  [840, "2026-12-02T02:00:09+14:00"],
])("written with an offset of %d minutes it is that clock's time and the same moment", (offset, text) => {
  expect(formatInstant(noon + 9_000, offset)).toBe(text);
  expect(readInstant(text)).toEqual({ ms: noon + 9_000, offset });
});

describe("a zone's name", () => {
  const july = Date.UTC(2026, 6, 1);
  test.each([
    ["America/New_York", noon, "long", undefined, "Eastern Standard Time"],
    ["America/New_York", july, "long", undefined, "Eastern Daylight Time"],
    ["America/New_York", noon, "short", undefined, "EST"],
    ["America/Chicago", noon, "short", undefined, "CST"],
    ["America/New_York", noon, "long", "es-US", "hora estándar oriental"],
  ] as const)("of %s at %d, %s, in %s, is %s", (timeZone, ms, style, locale, name) => {
    const asked = { ms, timeZone, style, ...(locale === undefined ? {} : { locale }) };
    expect(getZoneName(asked)).toBe(name);
    expect(getZoneName(asked)).toBe(name);
  });
});
