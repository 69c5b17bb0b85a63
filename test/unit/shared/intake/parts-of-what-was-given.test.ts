import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Intake } from "../../../../shared/intake/intake.ts";
import { readLicense } from "../../../../shared/intake/license.ts";
import { readIntake } from "../../../../shared/intake/read.ts";
import {
  countries,
  orders,
  separators,
  subfiles,
  writeLicense,
  type Country,
  type Separators,
} from "../../../support/license-writer.ts";
import { limitCases } from "../../../support/cases.ts";

/**
 * What is read is a part of what was given: no word, no digit and no part of a date comes from elsewhere. Capitals may be another, a
 * sex may be a word for a letter, and a date may be written year first.
 */

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** `given`: what stands in the text, as its escapes are read. */
function isPartOf(given: string, { values, otherNames, rest }: Intake): void {
  const plain = given.toLowerCase();
  const digits = given.replace(/\D/g, "");
  for (const [field, value] of Object.entries(values)) {
    if (field === "gender") {
      expect(["Male", "Female"]).toContain(value);
      expect(plain).toMatch(/[mfhvw12]/);
      continue;
    }
    for (const word of wordsOf(value)) {
      const isThere = plain.includes(word) || (/^\d+$/.test(word) && digits.includes(word));
      expect(isThere, `${field}: ${word}`).toBe(true);
    }
  }
  for (const word of wordsOf([otherNames, ...rest].join(" "))) expect(plain, word).toContain(word);
}

const word = fc.constantFrom(
  "Jane",
  "Roe",
  "de la Cruz",
  "O'Brien",
  "Ng",
  "María",
  "ŁUKASZ",
  "St. John",
  "Q",
  "Peoria",
  "Apt 2",
  "12 Oak St",
);
const number = fc.constantFrom(
  "217-555-0199",
  "(217) 555-0100",
  "62701",
  "62701-1234",
  "3/5/1984",
  "1984-03-05",
  "19840305",
  "00123456",
  "42",
  "10 mg",
);
const label = fc.constantFrom(
  "Name",
  "DOB",
  "Phone",
  "Email",
  "Address",
  "City",
  "Age/Sex",
  "MRN",
  "Emergency contact",
  "Nombre",
  "Blorp",
  "Guarantor DOB",
);
const between = fc.constantFrom(
  " ",
  "  ",
  "\n",
  "\n\n",
  ", ",
  " | ",
  "\t",
  ": ",
  ":",
  "\r\n",
  ";",
  " - ",
  "(",
  ")",
);
const pasted = fc
  .array(
    fc.oneof(
      word,
      number,
      label,
      between,
      fc.constantFrom("jane@example.com", "<", ">", "F", "female", "&", "y"),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("what is read of", () => {
  it("lines is a part of them", () => {
    fc.assert(
      fc.property(pasted, (text) => {
        const read = readIntake(text, context);
        if (read.kind === "read") isPartOf(text, read.intake);
      }),
      limitCases(2_000),
    );
  });

  it("any text is a part of it", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: "grapheme" }), (text) => {
        const read = readIntake(text, context);
        if (read.kind === "read") isPartOf(text.normalize("NFC"), read.intake);
      }),
      limitCases(500),
    );
  });

  it("a FHIR record is a part of it", () => {
    const text = fc.oneof(
      word,
      number,
      fc.constantFrom("home", "old", "maiden", "official", "work", "phone", "email", ""),
    );
    const some = fc.array(
      fc.record({
        use: text,
        text,
        family: text,
        given: fc.array(text),
        line: fc.array(text),
        city: text,
        postalCode: text,
        system: text,
        value: text,
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.record({
          name: some,
          address: some,
          telecom: some,
          identifier: some,
          birthDate: text,
          gender: fc.constantFrom("male", "female", "x"),
        }),
        (more) => {
          const given = JSON.stringify({ resourceType: "Patient", ...more });
          const read = readIntake(given, context);
          if (read.kind === "read") isPartOf(given, read.intake);
        },
      ),
      limitCases(1_000),
    );
  });

  it("an HL7 message is a part of it", () => {
    const piece = fc.oneof(
      word,
      number,
      fc.constantFrom("^", "~", "&", "|", "\\T\\", "\\F\\", "\\", '""', "H", "M", "BA", "PRN"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const given = `MSH|^~\\&|\rPID|1|${pieces.join("")}`;
        const read = readIntake(given, context);
        if (read.kind === "read") isPartOf(given, read.intake);
      }),
      limitCases(1_000),
    );
  });

  it("a contact is a part of it", () => {
    const name = fc.constantFrom(
      "N",
      "FN",
      "TEL",
      "EMAIL",
      "ADR",
      "BDAY",
      "LABEL",
      "GENDER",
      "NOTE",
      "item1.TEL",
      "item1.X-ABLabel",
    );
    const params = fc.constantFrom(
      "",
      ";TYPE=home",
      ";PREF=1",
      ";PREF",
      ';TYPE="cell,pref"',
      ";ENCODING=QUOTED-PRINTABLE",
    );
    const value = fc.array(fc.oneof(word, number, fc.constantFrom(";", ",", "\\;", "\\n ", "=\n", "\n ")), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, params, value), { maxLength: 12 }), (lines) => {
        const given = `BEGIN:VCARD\n${lines.map(([of, how, parts]) => `${of}${how}:${parts.join("")}`).join("\n")}\nEND:VCARD`;
        const read = readIntake(given, context);
        // What is folded or quoted goes on in the next line.
        if (read.kind === "read") isPartOf(`${given}\n${given.replace(/=?\n ?|\\n/g, "")}`, read.intake);
      }),
      limitCases(1_000),
    );
  });

  it("a license is a part of it, whole or cut anywhere", () => {
    const of = <T>(all: Readonly<Record<string, T>>) => fc.constantFrom(...Object.values(all));
    const name = fc.stringMatching(/^[A-Z][A-Z' -]{0,12}$/);
    const person = fc.record({
      first: name,
      middle: name,
      last: name,
      suffix: fc.constantFrom("", "JR", "III"),
      born: fc.constantFrom("1984-02-29", "2001-12-31"),
      sex: fc.constantFrom("M" as const, "F" as const),
      street: fc.constantFrom("12 OAK ST", "PO BOX 77"),
      street2: fc.constantFrom("", "APT 2"),
      city: name,
      state: fc.constantFrom("IL", "NV"),
      zip: fc.constantFrom("62701", "62701-1234"),
    });
    const writing = fc.record({
      version: fc.integer({ min: 1, max: 10 }),
      country: fc.constantFrom<Country>(...countries),
      separators: of<Separators>(separators),
      order: of(orders),
      subfiles: of<readonly string[]>(subfiles),
    });
    fc.assert(
      fc.property(person, writing, fc.nat(), (holder, how, cut) => {
        const given = writeLicense(holder, how);
        for (const text of [given, given.slice(0, cut % given.length)]) {
          const read = readLicense(text);
          if (read.kind === "read") isPartOf(text, read.intake);
        }
      }),
      limitCases(1_000),
    );
  });
});
