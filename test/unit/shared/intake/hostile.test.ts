import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../../shared/patients/patient-form.ts";
import { readAtMost } from "../../../../shared/intake/intake.ts";
import { readLicense } from "../../../../shared/intake/license.ts";
import { readIntake } from "../../../../shared/intake/read.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;

describe("hostile input", () => {
  const pieces = fc.constantFrom(
    "BEGIN:VCARD\n",
    "N:;;\\",
    "END:VCARD",
    "PID|",
    "MSH|^~\\&|",
    "{",
    '"resourceType":"Patient"',
    "[",
    "Name:",
    "DOB: ",
    ",",
    ";",
    "\t",
    '"',
    "\n",
    "@ANSI 636000",
    "DL",
    "DAQ1",
    "12 Oak St",
    "62701",
    "217 555 0199",
    "=",
    "=3D",
    "%",
    "\u0000",
    "\uD800",
    "|",
    "^",
    "~",
    "\\",
  );
  const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((parts) => parts.join(""));

  it("never throws, and what it fills in is one short line a field of the form", () => {
    fc.assert(
      fc.property(text, (typed) => {
        const found = readIntake(typed, context);
        if (found.kind !== "read") return;
        for (const [field, value] of Object.entries(found.intake.values)) {
          expect(Object.keys(emptyPatientForm)).toContain(field);
          expect(value).not.toMatch(/[\r\n]/);
          expect(value.length).toBeLessThanOrEqual(300);
        }
        expect(found.intake.rest.length).toBeLessThanOrEqual(60);
      }),
    );
  });

  it.each([
    "(",
    "a ",
    "1",
    ": ",
    ",",
    '"',
    "[",
    '{"a":',
    "\\",
    "=\n",
    "N:;",
    "~^",
    "-",
    "_",
    ".",
    "*a",
    "\u0301",
    "PID|",
    "Name: ",
    "a@",
    "\n",
    "@ANSI 636000",
  ])("of a million of %j ends", (sign) => {
    const found = readIntake(sign.repeat(readAtMost / sign.length), context);
    expect(["read", "nothing", "unread", "two"]).toContain(found.kind);
  });

  it.each([
    "12 ",
    "Name: ",
    "BEGIN:VCARD\nVERSION:2.1\nADR;ENCODING=QUOTED-PRINTABLE:",
    "MSH|^~\\&|\rPID|||||",
    '{"resourceType":"Patient","address":[{"text":"',
    "@ANSI 636000090001DL00310278DLDCS",
  ])("of a hundred thousand of anything behind %j ends", (head) => {
    const tail = head.startsWith("{") ? '"}]}' : "";
    for (const sign of [
      " ",
      "\t",
      "\n",
      ",",
      ";",
      ":",
      "a ",
      "0 ",
      "3/5/84, ",
      "Name: Jane Doe ",
      "a\tb\n",
      "=\n",
      "\\T",
      "BEGIN:VCARD\n",
    ]) {
      const found = readIntake(head + sign.repeat(100_000 / sign.length) + tail, context);
      expect(["read", "nothing", "unread", "two"]).toContain(found.kind);
    }
  });

  it("of lines is read up to 16,000 letters and 400 lines, and says that there is more", () => {
    const odd = (text: string) => {
      const found = readIntake(text, context);
      return found.kind === "read" ? found.intake.odd : found.kind;
    };
    const begin = "Name: Jane Doe\n";
    const letters = "x".repeat(16_000 - begin.length);
    expect(odd(begin + letters)).toEqual([]);
    expect(odd(`${begin + letters}y`)).toEqual(["more"]);
    expect(odd(begin + "\n".repeat(398))).toEqual([]);
    expect(odd(begin + "\n".repeat(399))).toEqual(["more"]);
    expect(odd(`${letters}${begin}Phone: 217-555-0199`)).toBe("nothing");
  });

  it("is read up to its limit, and no further", () => {
    const long = `${"x\n".repeat(readAtMost / 2)}Name: Jane Doe`;
    expect(readIntake(long, context).kind).toBe("nothing");
    expect(readIntake(`Name: Jane Doe\n${long}`, context).kind).toBe("read");
  });

  it("ends and never throws, whatever stands behind the head of a license", () => {
    const element = fc.constantFrom(
      "DAC",
      "DAD",
      "DCS",
      "DDA",
      "DBB",
      "DAG",
      "\n",
      "\r",
      "\u001E",
      "@",
      "ANSI 636000",
    );
    const body = fc.array(fc.oneof(element, fc.string()), { maxLength: 200 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(body, (text) => {
        const found = readLicense(`@\n\u001E\rANSI 636000090001DL00410278DL${text}`);
        expect(["read", "unread", "two"]).toContain(found.kind);
      }),
    );
  });

  it("ends where nearly all of a license without line ends looks like an element", () => {
    const names = Array.from({ length: 40 }, (_, at) => `DA${String.fromCharCode(65 + (at % 26))}`).join("");
    const found = readLicense(`@ANSI 636000010001DL00410278DLDAC${names}`);
    expect(found.kind).toBe("read");
  });
});
