import { afterEach, describe, expect, test } from "vitest";
import { readTime } from "../../../shared/time/time-of-day.ts";
import { clock } from "../../../messages/format.ts";
import { speak } from "../../../messages/words.ts";
import { findServiceId, searchServices } from "../../../renderer/features/booking/catalogue.ts";
import {
  formatMorningHint,
  formatVisitZone,
  formatZoneBriefly,
  formatZone,
} from "../../../renderer/features/booking/words.ts";

afterEach(() => speak("en-US"));

describe("an hour that was taken for one of the afternoon", () => {
  test.each([
    ["2", "14:00", "2am", "02:00"],
    ["2:30", "14:30", "2:30am", "02:30"],
  ])("%s says how to type the morning, and that is read so", (typed, time, example, morning) => {
    const read = readTime(typed);
    if (read.kind !== "read") throw new Error(`${typed} is not read`);
    expect(read.value).toEqual({ time, assumed: true });
    expect(formatMorningHint(time)).toBe(example);
    expect(readTime(example)).toMatchObject({ value: { time: morning, assumed: false } });
  });
});

test.each(["en-US", "es-US"] as const)(
  "a time that is put into the field for a person is read as that time, in %s",
  async (language) => {
    await speak(language);
    for (const time of ["00:00", "03:30", "12:00", "15:30"])
      expect(readTime(clock(time))).toMatchObject({ kind: "read", value: { time, assumed: false } });
  },
);

// visit-15: The zone's name stands beside the time, in each language
test(
  "the zone of a visit is named, also before its moment is known, and in each language",
  { tags: ["visit-15"] },
  async () => {
    const exact = { kind: "exact", instant: "2026-12-01T14:00:00-05:00" } as const;
    expect(formatVisitZone(exact, "America/New_York")).toBe("Eastern Standard Time");
    expect(formatVisitZone(null, "America/New_York")).toBe("Eastern Time (America/New_York)");
    expect(formatZone("Mars/Base")).toBe("Mars/Base");
    // As they are called today: in 1970 the one had no summer time, and the other was Pacific.
    expect(formatZoneBriefly("America/Detroit")).toBe("Eastern");
    expect(formatZoneBriefly("America/Juneau")).toBe("Alaska");
    await speak("es-US");
    expect(formatVisitZone(null, "America/New_York")).toMatch(/^hora .+ \(America\/New_York\)$/);
  },
);

test("a service's minutes are counted in words", () => {
  const service = (minutes: number | null) => [{ id: 12, name: "Eye test", minutes }];
  expect(searchServices("eye", service(1)).options[0]?.detail).toBe("1 minute · 12");
  expect(searchServices("eye", service(30)).options[0]?.detail).toBe("30 minutes · 12");
  expect(searchServices("eye", service(null)).options[0]?.detail).toBe("12");
  expect(findServiceId("Eye test", service(30))).toBe("12");
});
