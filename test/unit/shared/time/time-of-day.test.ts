import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTime } from "../../../../shared/time/time-of-day.ts";
import { told, worded } from "../../../support/told.ts";
import { clock } from "../../../../messages/format.ts";
import { words } from "../../../../messages/words.ts";

const shown = (text: string): string => {
  const result = readTime(text);
  if (result.kind !== "read") return result.kind;
  return `${result.value.time}${result.value.assumed ? " assumed" : ""}`;
};

// typing-9: Times are read as people say them
describe("the time of an appointment", { tags: ["typing-9"] }, () => {
  it.each([
    ["2pm", "14:00"],
    ["2 PM", "14:00"],
    ["2p", "14:00"],
    ["2 p.m.", "14:00"],
    ["2 p.", "14:00"],
    ["2:30 p.m.", "14:30"],
    ["2.30pm", "14:30"],
    ["2 30 pm", "14:30"],
    ["230pm", "14:30"],
    ["２：３０ＰＭ", "14:30"],
    ["14:00", "14:00"],
    ["14:00:00", "14:00"],
    ["14.30", "14:30"],
    ["14h30", "14:30"],
    ["1400", "14:00"],
    ["14", "14:00"],
    ["14:30 pm", "14:30"],
    ["9", "09:00"],
    ["9am", "09:00"],
    ["900", "09:00"],
    ["0900", "09:00"],
    ["11", "11:00"],
    ["7", "07:00"],
    ["12", "12:00"],
    ["12pm", "12:00"],
    ["12am", "00:00"],
    ["12:30 am", "00:30"],
    ["0:30", "00:30"],
    ["00:00", "00:00"],
    ["noon", "12:00"],
    ["12 noon", "12:00"],
    ["Midday", "12:00"],
    ["midnight", "00:00"],
    ["23:59", "23:59"],
    ["at 9", "09:00"],
    ["9 o'clock", "09:00"],
    ["2 de la tarde", "14:00"],
    ["a las 2:30 de la tarde", "14:30"],
    ["9 de la mañana", "09:00"],
    ["5 de la madrugada", "05:00"],
    ["8 de la noche", "20:00"],
    ["12 de la noche", "00:00"],
    ["12 de la tarde", "12:00"],
    ["mediodía", "12:00"],
    ["12 del mediodía", "12:00"],
    ["medianoche", "00:00"],
    ["12 de la medianoche", "00:00"],
    ["a la 1 p. m.", "13:00"],
    ["la 1 pm", "13:00"],
    ["las 9", "09:00"],
    ["9de la mañana", "09:00"],
    ["6 de la noche", "18:00"],
    ["0 am", "00:00"],
    ["12:30pm", "12:30"],
    ["9 oclock", "09:00"],
    ["9o'clock", "09:00"],
    ["12noon", "12:00"],
    ["12midnight", "00:00"],
    [`9${" ".repeat(39)}`, "09:00"],
  ])("%s is %s", (text, time) => {
    expect(shown(text)).toBe(time);
  });

  // visit-7: A guessed afternoon says how to type the morning
  it.each([
    ["1", "13:00 assumed"],
    ["2", "14:00 assumed"],
    ["6:45", "18:45 assumed"],
    ["130", "13:30 assumed"],
    ["2am", "02:00"],
    ["2pm", "14:00"],
    ["02:00", "02:00"],
    ["0200", "02:00"],
    ["06:45", "06:45"],
  ])(
    "%s from 1 to 6 is the afternoon, and says so, unless the morning is written: %s",
    { tags: ["visit-7"] },
    (text, time) => {
      expect(shown(text)).toBe(time);
    },
  );

  it("is echoed as people say it", () => {
    expect(readTime("1400")).toEqual({
      kind: "read",
      value: { time: "14:00", assumed: false },
      echo: "2:00 PM",
      warning: null,
    });
    expect([clock("00:05"), clock("12:00"), clock("23:59")]).toEqual(["12:05 AM", "12:00 PM", "11:59 PM"]);
  });

  it.each([
    ["24:00", "There’s no hour 24."],
    ["2:60pm", "There is no minute 60."],
    ["1475", "There is no minute 75."],
    ["14am", "14 o’clock isn’t in the morning."],
    ["0pm", "0 o’clock isn’t in the afternoon."],
    ["99", "There’s no hour 99."],
  ])("%s is refused by name: %s", (text, message) => {
    const result = readTime(text);
    expect(result.kind === "wrong" && told(result.why).startsWith(message)).toBe(true);
  });

  it.each([
    "soon",
    "2:5",
    "2:300",
    "14:00:30",
    "20000",
    "2pmm",
    ":30",
    "-2",
    "2-3",
    "a",
    "pm",
    "12 de la mañana",
    "2 de la noche",
    "afternoon",
    "noonish",
    "aftermidnight",
    "midnightish",
    "2pm sharp",
    "2 de la tarde, exactly",
    `9${" ".repeat(40)}`,
    `noon${" ".repeat(40)}or later`,
  ])("%s cannot be read, and the message shows what can", (text) => {
    expect(worded(readTime(text))).toMatchObject({ kind: "wrong", why: words.fields.time.unreadable });
  });

  it("is empty while nothing is typed", () => {
    expect([readTime("").kind, readTime(" ").kind]).toEqual(["empty", "empty"]);
  });
});

describe("for any time", () => {
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

  it("the 24-hour form, the compact form and the echo all read as it", () => {
    fc.assert(
      fc.property(times, (time) => {
        for (const text of [time, time.replace(":", ""), clock(time)]) {
          expect(worded(readTime(text))).toEqual({
            kind: "read",
            value: { time, assumed: false },
            echo: clock(time),
            warning: null,
          });
        }
      }),
    );
  });

  it("any text at all gives an answer and never an exception", () => {
    const near = fc.string({ unit: fc.constantFrom(..."0123456789:. apmnoh'clkt".split("")) });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), near), (text) => {
        const result = readTime(text);
        if (result.kind === "read") expect(result.value.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        else expect(["empty", "wrong"]).toContain(result.kind);
      }),
      { numRuns: 1_000 },
    );
  });
});
