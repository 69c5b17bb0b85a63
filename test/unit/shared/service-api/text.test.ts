import { expect, it } from "vitest";
import {
  dateTime,
  decimal,
  plainDate,
  requiredText,
  serviceId,
} from "../../../../shared/service-api/text.ts";

it.each([
  ["a required text", requiredText, ["a", " kept as typed "]],
  ["a date", plainDate, ["1984-03-05", "2024-02-29"]],
  ["an instant", dateTime, ["2026-03-08T14:00:00-05:00", "2026-03-08T14:00:00Z"]],
  ["a number that the service gives", serviceId, [1, 2 ** 53 - 1]],
  ["a decimal", decimal, [0, -5.25, 120.5]],
])("%s is kept as it came", (_what, schema, values) => {
  for (const value of values) expect(schema.parse(value)).toBe(value);
});

it.each([
  ["a required text", requiredText, ["", " \n", 7, null, undefined], "Enter a value."],
  ["a date", plainDate, ["3/5/84", "2026-02-29", "", null], "Enter a date that exists, as YYYY-MM-DD."],
  [
    "an instant",
    dateTime,
    ["2026-03-08T14:00:00", "2026-03-08", "", null],
    "Enter a date and time with its offset.",
  ],
])("what is no %s is told what it should be", (_what, schema, values, message) => {
  for (const value of values)
    expect([value, schema.safeParse(value).error?.issues[0]?.message]).toEqual([value, message]);
});

it("no number of the service is 0, less, or a part of one", () => {
  expect([0, -1, 1.5, "1", 2 ** 53].filter((id) => serviceId.safeParse(id).success)).toEqual([]);
});

it.each([
  ["0", 0],
  ["-5.25", -5.25],
  ["120.50", 120.5],
  ["123456789012345", 123_456_789_012_345],
  ["0.1234567890", 0.123456789],
])("a decimal may be written as the text %j", (text, value) => {
  expect(decimal.parse(text)).toBe(value);
});

it.each([
  "",
  "free",
  "$5",
  "5$",
  "5.",
  ".5",
  "+5",
  "1e5",
  "1,5",
  "1.x",
  "1234567890123456",
  "0.12345678901",
  " 5",
])("%j is no decimal", (text) => {
  expect(decimal.safeParse(text).success).toBe(false);
});
