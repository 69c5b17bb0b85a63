import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCallerNumber, isOutside } from "../../../../shared/links/caller.ts";

describe("who calls", () => {
  it.each([
    "+12175550199",
    "12175550199",
    "2175550199",
    "217.555.0199",
    "(217) 555-0199",
    "+1 (217) 555\u20110199",
    "tel:+12175550199",
    "tel:+1-217-555-0199;ext=3",
    "tel:2175550199;phone-context=+1",
    "callto:12175550199",
    "sip:2175550199@pbx.clinic.example",
    "sip:+12175550199@10.0.0.2:5060;transport=udp",
    "sips:2175550199@pbx;user=phone",
    "sip:2175550199;phone-context=clinic@pbx",
    '"Jane Doe" <sip:+12175550199@pbx>',
    "<tel:2175550199>",
    "2175550199@pbx",
    "2175550199 ext. 12",
    "\uFF12175550199",
    "2175550199x12",
    "2175550199 ext 12",
    "217-555-0199 x 12",
    " tel:2175550199 ",
    "sip:2175550199 @pbx",
  ])("%s is a number of the clinic's country", (text) => {
    expect(readCallerNumber(text)).toBe("(217) 555-0199");
  });

  it.each([
    ["+442071838750", "+442071838750"],
    ["tel:+44 20 7183 8750", "+442071838750"],
    ["tel: +442071838750", "+442071838750"],
    ["00442071838750", "00442071838750"],
    // Ten digits behind a + are another country's.
    ["+2175550199", "+2175550199"],
    ["204", "204"],
    ["sip:204@pbx", "204"],
    ["sip:+442071838750 x12@pbx", "+442071838750"],
    ["123456789012345", "123456789012345"],
    ["21755501990", "21755501990"],
  ])("%s is %s", (text, number) => {
    expect(readCallerNumber(text)).toBe(number);
  });

  it.each([
    "",
    " ",
    "anonymous",
    "sip:anonymous@anonymous.invalid",
    '"Anonymous" <sip:anonymous@anonymous.invalid>',
    "Restricted",
    "private",
    "withheld",
    "Unknown",
    "unavailable",
    "sip:alice@clinic.example",
    "sip:204 alice@clinic.example",
    "hotel:204",
    "2175550199 x12 Jane",
    "2175550199 x12 34",
    "2175550199 x12345678",
    "204 tel:2175550199",
    "0000000000",
    "+",
    "tel:",
    "sip:@pbx",
    "*67",
    "+1234567890123456",
    "12345678901234567890",
    "<script>",
  ])("%j is withheld", (text) => {
    expect(readCallerNumber(text)).toBeNull();
  });

  it("is digits with the signs of a phone number, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."+01279 ()-.x;@<>") })),
        (text) => {
          const number = readCallerNumber(text);
          if (number !== null) expect(number).toMatch(/^(\+?\d{1,15}|\(\d{3}\) \d{3}-\d{4})$/);
        },
      ),
    );
  });

  it("nobody is known by an extension of the clinic's own", () => {
    expect(["204", "+204", "5550199", "(217) 555-0199", "+442071838750", ""].map(isOutside)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});
