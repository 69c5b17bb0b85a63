import { describe, expect, it } from "vitest";
import { hoursWarnings, overlaps } from "../../../domain/booking/visit-warnings.ts";
import { words } from "../../../messages/words.ts";
import { worded } from "../../support/told.ts";

const hours = { opens: "07:00", closes: "19:00", days: [1, 2, 3, 4, 5] };
const sunday = "2026-11-29";
const tuesday = "2026-11-24";

describe("outside the opening hours", () => {
  it("names the day on which the clinic is closed, and nothing on another", () => {
    expect(worded(hoursWarnings({ date: sunday, time: "09:00" }, hours))).toEqual({
      date: words.booking.visit.closedDay({ date: sunday }),
      time: null,
    });
    expect(hoursWarnings({ date: tuesday, time: "09:00" }, hours)).toEqual({ date: null, time: null });
  });

  it.each([
    ["02:30", true],
    ["06:59", true],
    ["07:00", false],
    ["19:00", false],
    ["19:01", true],
  ])("%s warns: %s", (time, warns) => {
    expect(hoursWarnings({ date: tuesday, time }, hours).time !== null).toBe(warns);
  });

  it("goes over midnight where it closes after it", () => {
    const late = { ...hours, opens: "18:00", closes: "02:00" };
    expect(hoursWarnings({ date: tuesday, time: "01:00" }, late).time).toBeNull();
    expect(hoursWarnings({ date: tuesday, time: "12:00" }, late).time).not.toBeNull();
  });

  it("says nothing of what cannot be read", () => {
    expect(hoursWarnings({ date: undefined, time: undefined }, hours)).toEqual({ date: null, time: null });
  });
});

describe("two visits", () => {
  const at = (time: string, minutes: number | null) => ({ instant: `2026-11-24T${time}:00Z`, minutes });
  it.each([
    [at("14:00", 30), at("14:15", 45), true],
    [at("14:15", 45), at("14:00", 30), true],
    [at("14:00", 30), at("14:30", 30), false],
    [at("14:00", null), at("14:10", null), true],
    [at("14:00", null), at("14:15", null), false],
    [at("14:00", 60), { instant: "2026-11-24T09:30:00-05:00", minutes: 10 }, true],
  ])("%o and %o overlap: %s", (one, other, expected) => {
    expect(overlaps(one, other)).toBe(expected);
  });
});
