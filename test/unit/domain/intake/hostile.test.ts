import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../../contract/records/forms.ts";
import { readAtMost } from "../../../../domain/intake/intake.ts";
import { readIntake } from "../../../../domain/intake/read.ts";

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

  it("is read up to its limit, and no further", () => {
    const long = `${"x\n".repeat(readAtMost / 2)}Name: Jane Doe`;
    expect(readIntake(long, context).kind).toBe("nothing");
    expect(readIntake(`Name: Jane Doe\n${long}`, context).kind).toBe("read");
  });
});
