import { expect, test } from "vitest";
import { getStartOfDay, getDateRange, toWallTime } from "../../../../shared/time/clinic-day.ts";

test.each([
  ["2026-12-01", "America/New_York", "2026-12-01T05:00:00.000Z"],
  ["2026-07-01", "America/New_York", "2026-07-01T04:00:00.000Z"],
  ["2026-12-01", "Pacific/Kiritimati", "2026-11-30T10:00:00.000Z"],
  // Midnight was skipped there that day: it began at one.
  ["2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
])("%s in %s begins at %s", (date, timeZone, begins) => {
  expect(getStartOfDay(date, timeZone)).toBe(begins);
});

test("a day ends where the next begins, also where it has 23 or 25 hours", () => {
  const zone = "America/New_York";
  expect(getDateRange("2026-12-01", zone)).toEqual({
    from: "2026-12-01T05:00:00.000Z",
    to: "2026-12-02T05:00:00.000Z",
  });
  expect(getDateRange("2026-03-08", zone)).toEqual({
    from: "2026-03-08T05:00:00.000Z",
    to: "2026-03-09T04:00:00.000Z",
  });
  expect(getDateRange("2026-11-01", zone)).toEqual({
    from: "2026-11-01T04:00:00.000Z",
    to: "2026-11-02T05:00:00.000Z",
  });
});

test("so many days end that many days later", () => {
  expect(getDateRange("2026-12-28", "UTC", 7)).toEqual({
    from: "2026-12-28T00:00:00.000Z",
    to: "2027-01-04T00:00:00.000Z",
  });
});

test.each([
  ["America/New_York", { date: "2026-11-30", time: "21:30", seconds: 15 }],
  ["Asia/Kolkata", { date: "2026-12-01", time: "08:00", seconds: 15 }],
  ["No/Such", { date: "2026-12-01", time: "02:30", seconds: 15 }],
])("a clock in %s shows that zone's day and time, and in one that is not known UTC's", (timeZone, shown) => {
  expect(toWallTime("2026-12-01T02:30:15Z", timeZone)).toEqual(shown);
});
