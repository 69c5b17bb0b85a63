import fc from "fast-check";
import { expect, it, test } from "vitest";
import { parseRetryAfter } from "../../../main/http/retry-after.ts";

const now = new Date("2026-03-02T09:00:00.000Z");

test.each([
  ["seconds", "120", 120],
  ["seconds with spaces around", "  7 ", 7],
  ["zero: at least a second", "0", 1],
  ["more than a quarter of an hour", "86400", 900],
  ["more digits than a number holds", "9".repeat(40), 30],
  ["a date ahead", "Mon, 02 Mar 2026 09:00:45 GMT", 45],
  ["a date part of a second ahead", "Mon, 02 Mar 2026 09:00:01 GMT", 1],
  ["a date that has passed", "Mon, 02 Mar 2026 08:00:00 GMT", 1],
  ["a date far ahead", "Mon, 02 Mar 2027 09:00:00 GMT", 900],
  ["a date in another zone", "Mon, 02 Mar 2026 09:00:45 +0100", 30],
  ["a date that does not exist", "Mon, 99 Foo 2026 09:00:45 GMT", 30],
  ["a year alone", "2026", 900],
  ["less than nothing", "-5", 30],
  ["a fraction", "1.5", 30],
  ["an exponent", "1e3", 30],
  ["hexadecimal", "0x10", 30],
  ["words", "soon", 30],
  ["an empty header", "", 30],
  ["no header", null, 30],
] as const)("%s", (_what, value, seconds) => {
  expect(parseRetryAfter(value, now)).toBe(seconds);
});

it("is a whole number of seconds from 1 to 900, whatever the header says", () => {
  const anyValue = fc.oneof(
    fc.string(),
    fc.nat().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  fc.assert(
    fc.property(anyValue, (value) => {
      const seconds = parseRetryAfter(value, now);
      expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 900).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
