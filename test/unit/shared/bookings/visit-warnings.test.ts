import { describe, expect, it } from "vitest";
import { getHoursOn, checkHours, doOverlap } from "../../../../shared/bookings/visit-warnings.ts";
import { words } from "../../../../messages/words.ts";
import { worded } from "../../../support/told.ts";

const usual = { opens: "07:00", closes: "19:00" };
const hours = [null, usual, usual, usual, usual, usual, null];
const saturday = "2026-11-28";
const sunday = "2026-11-29";
const tuesday = "2026-11-24";

describe("outside the opening hours", () => {
  it("names the day on which the clinic is closed, and nothing on another", () => {
    expect(worded(checkHours({ date: sunday, time: "09:00" }, hours))).toEqual({
      date: words.booking.visit.closedDay({ date: sunday }),
      time: null,
    });
    expect(checkHours({ date: tuesday, time: "09:00" }, hours)).toEqual({ date: null, time: null });
  });

  it.each([
    ["02:30", true],
    ["06:59", true],
    ["07:00", false],
    ["19:00", false],
    ["19:01", true],
  ])("%s warns: %s", (time, warns) => {
    expect(checkHours({ date: tuesday, time }, hours).time !== null).toBe(warns);
  });

  it("goes over midnight where it closes after it", () => {
    const late = hours.map((day) => day && { opens: "18:00", closes: "02:00" });
    const warns = (time: string): boolean => checkHours({ date: tuesday, time }, late).time !== null;
    expect(["18:00", "23:00", "01:00", "02:00"].filter(warns)).toEqual([]);
    expect(["02:01", "12:00", "17:59"].filter(warns)).toEqual(["02:01", "12:00", "17:59"]);
  });

  it("does not go over midnight where it closes as it opens", () => {
    const moment = hours.with(2, { opens: "09:00", closes: "09:00" });
    expect(checkHours({ date: tuesday, time: "09:00" }, moment).time).toBeNull();
    expect(checkHours({ date: tuesday, time: "10:00" }, moment).time).not.toBeNull();
  });

  it("goes by the hours of that very day", () => {
    const short = hours.with(6, { opens: "09:00", closes: "12:00" });
    expect(worded(checkHours({ date: saturday, time: "14:00" }, short))).toEqual({
      date: null,
      time: words.booking.visit.outsideHours({ opens: "09:00", closes: "12:00" }),
    });
    expect(checkHours({ date: tuesday, time: "14:00" }, short).time).toBeNull();
  });

  it("goes by the widest of the week where the day is closed or not known, and by none where all are", () => {
    const week = hours
      .with(1, { opens: "06:00", closes: "12:00" })
      .with(2, { opens: "12:00", closes: "20:00" });
    expect([getHoursOn(sunday, week), getHoursOn(undefined, week)]).toEqual([
      { opens: "06:00", closes: "20:00" },
      { opens: "06:00", closes: "20:00" },
    ]);
    expect(worded(checkHours({ date: sunday, time: "05:00" }, week))).toMatchObject({
      time: words.booking.visit.outsideHours({ opens: "06:00", closes: "20:00" }),
    });
    const never = hours.map(() => null);
    expect(checkHours({ date: undefined, time: "03:00" }, never).time).toBeNull();
  });

  it("says nothing of what cannot be read", () => {
    expect(checkHours({ date: undefined, time: undefined }, hours)).toEqual({ date: null, time: null });
  });
});

describe("two visits", () => {
  const at = (time: string, minutes: number | null) => ({ instant: `2026-11-24T${time}:00Z`, minutes });
  it.each([
    [at("14:00", 30), at("14:15", 45), true],
    [at("14:15", 45), at("14:00", 30), true],
    [at("14:00", 30), at("14:30", 30), false],
    [at("14:30", 30), at("14:00", 30), false],
    [at("16:00", 30), at("14:00", 30), false],
    [at("14:00", null), at("14:10", null), true],
    [at("14:00", null), at("14:15", null), false],
    [at("14:00", 60), { instant: "2026-11-24T09:30:00-05:00", minutes: 10 }, true],
  ])("%o and %o overlap: %s", (one, other, expected) => {
    expect(doOverlap(one, other)).toBe(expected);
  });
});
