import { afterEach, expect, test } from "vitest";
import { speak } from "../../../../messages/words.ts";
import { toAbsoluteDay, readDay } from "../../../../shared/time/plain-date.ts";

const context = { today: "2026-11-20", dateOrder: "month-first" } as const;

afterEach(() => speak("en-US"));

// typing-10: A day typed in a draft stays that day
test.each(["tomorrow", "today", "12/1", "1 Dec", "monday", "+3", "1/5"])(
  "%j, kept in a draft and read a week later, is still the day that was meant",
  { tags: ["typing-10"] },
  (text) => {
    const meant = readDay(text, context);
    const kept = toAbsoluteDay(text, context);
    const later = readDay(kept, { ...context, today: "2026-11-27" });
    expect(meant.kind).toBe("read");
    expect(later).toMatchObject({ kind: "read", value: meant.kind === "read" ? meant.value : "" });
  },
);

test.each(["2026-12-01", "12/1/2026", "Dec 1 2026", "", "soon"])("%j stays as typed", (text) => {
  expect(toAbsoluteDay(text, context)).toBe(text);
});

test("the kept text is read the same where the day comes first", () => {
  const kept = toAbsoluteDay("5/1", context);
  expect(readDay(kept, { today: "2026-11-20", dateOrder: "day-first" })).toMatchObject({
    value: "2027-05-01",
  });
});

test.each(["mañana", "el martes", "5 de diciembre", "5 dic 2026"])(
  "%j, typed in Spanish, is still that day for whoever reads it in English",
  async (text) => {
    await speak("es-US");
    const meant = readDay(text, context);
    const kept = toAbsoluteDay(text, context);
    await speak("en-US");
    expect(meant.kind).toBe("read");
    expect(readDay(kept, { ...context, today: "2026-11-27" })).toMatchObject({
      value: meant.kind === "read" ? meant.value : "",
    });
  },
);
