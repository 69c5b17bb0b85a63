import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardNumberFound, hasCardNumber } from "../../../../shared/cards/card-number.ts";
import { told } from "../../../support/told.ts";

/** The payment providers' published test numbers. */
const cards: readonly (readonly [brand: string, number: string])[] = [
  ["Visa", "4242424242424242"],
  ["Visa", "4111111111111111"],
  ["Visa debit", "4000056655665556"],
  ["Visa, 13 digits", "4222222222222"],
  ["Mastercard", "5555555555554444"],
  ["Mastercard", "5105105105105100"],
  ["Mastercard, 2 series", "2223003122003222"],
  ["Mastercard, 2 series", "2720992593319364"],
  ["American Express", "378282246310005"],
  ["American Express", "371449635398431"],
  ["Discover", "6011111111111117"],
  ["Discover", "6011000990139424"],
  ["Discover", "6510000000000034"],
  ["Diners Club, 16 digits", "3056930009020004"],
  ["Diners Club, 14 digits", "36227206271667"],
  ["Diners Club", "38520000023237"],
  ["JCB", "3566002020360505"],
  ["JCB", "3530111333300000"],
  ["UnionPay", "6200000000000005"],
  ["UnionPay, 19 digits", "6205500000000000004"],
  ["Maestro", "6759649826438453"],
  ["Maestro", "5018000000000009"],
];

const inFours = (number: string, separator: string): string =>
  (number.match(/\d{1,4}/g) ?? []).join(separator);

// typing-19: A card number in any text is rejected
describe("a card number in free text", { tags: ["typing-19"] }, () => {
  it.each(cards)("%s %s is found in one piece", (_brand, number) => {
    expect(hasCardNumber(number)).toBe(true);
  });

  it.each(cards)("%s %s is found with spaces, dashes and dots", (_brand, number) => {
    for (const separator of [" ", "-", "  ", " - ", ".", "\u00a0", "\u2013"]) {
      expect([separator, hasCardNumber(inFours(number, separator))]).toEqual([separator, true]);
    }
  });

  it.each([
    "3782 822463 10005",
    "3622 720627 1667",
    "4111 1111 11111111",
    "41111111 11111111",
    "41 11 11 11 11 11 11 11",
    "371 449 635 398 431",
    "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
    "card 4111111111111111 exp 12/28 cvc 123",
    "card:4111111111111111,",
    "Visa4111111111111111exp1228",
    "4111 1111 1111 1111 12 28 123",
    "born 03 05 1984 4111 1111 1111 1111",
    "call 212-555-0123, then 4111-1111-1111-1111",
    "4111-1111-1111-1111 212-555-0123",
    "+1 4111 1111 1111 1111",
    "４１１１１１１１１１１１１１１１",
    "㊶⑪⑪⑪⑪⑪⑪⑪",
    "line one\n4111 1111 1111 1111\nline three",
    "(4111111111111111)",
    "411111111\u206311\u202E11111",
  ])("%j is found", (text) => {
    expect(hasCardNumber(text)).toBe(true);
  });
});

describe("a brand's range", () => {
  it.each([
    ["Mastercard", ["2221000000000009", "2229000000000001", "2230000000000008", "2290000000000005"]],
    ["Mastercard", ["2300000000000003", "2600000000000000", "2710000000000007", "2720000000000005"]],
    ["Mastercard", ["5100000000000008", "5500000000000004"]],
    ["Discover", ["6440000000000005", "6490000000000004"]],
    ["JCB", ["3528000000000007", "3529000000000006", "3530000000000003", "3580000000000002"]],
    ["Maestro", ["6761000000000006", "6763000000000004"]],
    ["Diners Club", ["30500000000003", "30950000000000", "39000000000005"]],
    ["UnionPay, 17 digits", ["62000000000000000"]],
  ])("of %s holds %j", (_brand, numbers) => {
    for (const number of numbers) expect([number, hasCardNumber(number)]).toEqual([number, true]);
  });

  it.each([
    "2220000000000000",
    "2721000000000004",
    "5000000000000009",
    "5600000000000003",
    "6430000000000007",
    "3527000000000008",
    "3590000000000000",
    "6764000000000003",
    "30600000000001",
    "1601100000000009",
    "1352800000000005",
    "1620000000000008",
    "1501800000000005",
    "13000000000005",
  ])("does not hold %s, whose check digit is right", (number) => {
    expect(hasCardNumber(number)).toBe(false);
  });
});

describe("the groups of a card number", () => {
  it.each(["411111111 111 1111", "4111 1111 111111 11", "4111 111111111111"])("may be %j", (text) => {
    expect(hasCardNumber(text)).toBe(true);
  });

  it.each([
    "411 1111 1111 11111",
    "4111 11 1111 111111",
    "411111 111 111 1111",
    "37201 615 555 0003",
    "34201-615-555-0000",
  ])("are never %j, which is how other numbers are written", (text) => {
    expect(hasCardNumber(text)).toBe(false);
  });
});

describe("what is no card number", () => {
  it.each([
    ["a wrong check digit", "4111111111111112"],
    ["too few digits", "411111111111"],
    ["too many digits", "41111111111111111111"],
    ["a card number inside a longer number", "94111111111111111999"],
    ["no issuer's prefix, right check digit", "1234567812345670"],
    ["no issuer's prefix, right check digit", "9999999999999995"],
    ["zeros", "0000000000000000"],
    ["a phone number", "(212) 555-0123"],
    ["a phone number", "+1 212 555 0123"],
    ["two phone numbers", "212-555-0123 646-555-0199"],
    ["two phone numbers", "4125550123 4125550199"],
    ["a foreign phone number with a right check digit", "+4222222222222"],
    ["the longest foreign phone number, with a right check digit", "+378282246310005"],
    ["a phone number dialled from abroad", "0044 20 7946 0958"],
    ["ZIP code and phone number", "10001 212 555 0123"],
    ["ZIP code and phone number with an issuer's prefix", "45202 513 555 0123"],
    ["a date", "2026-12-01"],
    ["dates", "03/05/1984 - 12/01/2026"],
    ["a date and time", "20261201140000"],
    ["an instant", "2026-12-01T14:00:00-05:00"],
    ["an insurance card's provider number (80840 and an NPI)", "80840 1234567893"],
    ["an NPI", "1234567893"],
    ["a social security number", "078-05-1120"],
    ["a device number (IMEI, right check digit)", "490154203237518"],
    ["a SIM card's number", "8901260123456789017"],
    ["a long patient number", "100000000000123456"],
    ["a UUID", "45123456-1234-4123-8123-412345678901"],
    ["a UUID whose digits alone would pass", "41111111-1111-1111-8111-111111111111"],
    ["numbers on both sides of a UUID", "4111 1111 45123456-1234-4123-8123-412345678901 1111 1111"],
    ["a payment method", "pm_1NXWPnCo6bFb1KQto6C8OWvE"],
    ["an external ID", "MRN-0042-1984-0305"],
    ["an amount", "$4,111,111,111,111.11"],
    ["lines of numbers", "4111 1111\n1111 1111"],
    ["nothing", ""],
  ])("%s: %s", (_what, text) => {
    expect(hasCardNumber(text)).toBe(false);
  });

  it("phone numbers with any ZIP code before them never trip", () => {
    const digits = (length: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(..."0123456789".split("")), minLength: length, maxLength: length });
    fc.assert(
      fc.property(digits(5), digits(3), digits(3), digits(4), (zip, area, exchange, line) => {
        expect(hasCardNumber(`${zip} ${area}-${exchange}-${line}`)).toBe(false);
        expect(hasCardNumber(`${zip} (${area}) ${exchange}-${line}`)).toBe(false);
      }),
    );
  });
});

describe("looking for card numbers", () => {
  it("finds one wherever it stands among words", () => {
    const words = fc.string({ unit: fc.constantFrom(..."abc ,;:\n".split("")) });
    fc.assert(
      fc.property(
        words,
        fc.constantFrom(...cards.map(([, number]) => number)),
        words,
        (before, number, after) => {
          expect(hasCardNumber(`${before}${number}${after}`)).toBe(true);
        },
      ),
    );
  });

  it("takes a megabyte of digits, dashes or spaces without hanging or throwing", { timeout: 60_000 }, () => {
    // What takes long would take for ever: the time limit is the judge.
    for (const text of ["1", "4 ", "4-", "- ", "+", "41111 ", "deadbeef-"]) {
      expect(hasCardNumber(text.repeat(1_048_576 / text.length))).toBe(false);
    }
  });

  it("the reason says what to do", () => {
    expect(told(cardNumberFound)).toContain("Remove it");
  });
});
