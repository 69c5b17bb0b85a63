import { expect, test } from "vitest";
import { readDay } from "../../../domain/time/plain-date.ts";
import { lastingDay } from "../../../renderer/features/booking/lasting-day.ts";

const context = { today: "2026-11-20", dateOrder: "month-first" } as const;

test.each(["tomorrow", "today", "12/1", "1 Dec", "monday", "+3", "1/5"])(
  "%j, kept in a draft and read a week later, is still the day that was meant",
  (text) => {
    const meant = readDay(text, context);
    const kept = lastingDay(text, context);
    const later = readDay(kept, { ...context, today: "2026-11-27" });
    expect(meant.kind).toBe("read");
    expect(later).toMatchObject({ kind: "read", date: meant.kind === "read" ? meant.date : "" });
  },
);

test.each(["2026-12-01", "12/1/2026", "Dec 1 2026", "", "soon"])("%j stays as typed", (text) => {
  expect(lastingDay(text, context)).toBe(text);
});

test("the kept text is read the same where the day comes first", () => {
  const kept = lastingDay("5/1", context);
  expect(readDay(kept, { today: "2026-11-20", dateOrder: "day-first" })).toMatchObject({
    date: "2027-05-01",
  });
});
