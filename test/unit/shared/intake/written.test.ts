import { describe, expect, it } from "vitest";
import { emptyPatientForm, readPatientForm } from "../../../../shared/patients/patient-form.ts";
import { readIntake } from "../../../../shared/intake/read.ts";
import { isFile, writtenTexts } from "../../../support/written-texts.ts";

/** Sixties of what a front desk gets, with how many were read right before their kinds were mended. */
const sixties = [
  ["seventh", 60, "31 right at first, in 13 something placed wrongly"],
  ["eighth", 60, "44 right at first, in 11 something placed wrongly"],
  ["ninth", 60, "43 right at first, in 9 something placed wrongly"],
  ["tenth", 60, "42 right at first, in 5 something placed wrongly"],
  ["eleventh", 60, "48 right at first, in 8 something placed wrongly"],
  ["twelfth", 60, "48 right at first, in 7 something placed wrongly"],
  ["thirteenth", 60, "54 right at first, in 1 something placed wrongly"],
  ["fourteenth", 46, "48 right at first with the 14 in fourteenth.test.ts, in 4 something placed wrongly"],
  ["fifteenth", 46, "47 right at first with the 14 in fifteenth.test.ts, in 4 something placed wrongly"],
  [
    "sixteenth",
    60,
    "57 right at first, in 2 something placed wrongly; 10 of its values were mistakes of who wrote it",
  ],
  ["seventeenth", 59, "52 right at first, in 3 something placed wrongly; 1 of its values was such a mistake"],
  ["eighteenth", 56, "46 right at first, in 6 something placed wrongly; 4 of its values were such mistakes"],
  ["nineteenth", 56, "49 right at first, in 2 something placed wrongly"],
  ["twentieth", 55, "47 right at first, in 5 something placed wrongly; 3 of its values were such mistakes"],
  [
    "twenty-first",
    55,
    "45 right at first, in 3 something placed wrongly; 2 of its values were such mistakes",
  ],
  [
    "twenty-second",
    55,
    "45 right at first, in 6 something placed wrongly; 5 of its values were such mistakes",
  ],
  [
    "twenty-third",
    56,
    "47 right at first, in 4 something placed wrongly; 3 of its values were such mistakes",
  ],
  [
    "twenty-fourth",
    55,
    "48 right at first, in 4 something placed wrongly; 5 of its values were such mistakes",
  ],
  [
    "twenty-fifth",
    55,
    "50 right at first, in 3 something placed wrongly; 2 of its values were such mistakes",
  ],
  ["twenty-sixth", 57, "56 right at first, in none something placed wrongly"],
  [
    "twenty-seventh",
    60,
    "50 right at first, in 2 something placed wrongly; 6 of its values were such mistakes",
  ],
  ["twenty-eighth", 60, "59 right at first, in none something placed wrongly"],
  ["twenty-ninth", 60, "57 right at first, in none something placed wrongly"],
] as const;
const context = { today: "2026-11-27", dateOrder: "month-first" } as const;

describe.each(sixties)("the %s sixty, %i here: %s", (name, count) => {
  const all = writtenTexts(name);
  it("is there", () => expect(all).toHaveLength(count));

  it.each(all.filter((each) => !isFile(each)))("$kind", ({ text, wanted, shown }) => {
    const found = readIntake(text, context);
    const intake = found.kind === "read" ? found.intake : null;
    const { values } = readPatientForm({ ...emptyPatientForm, ...intake?.values }, context);
    expect(JSON.parse(JSON.stringify(values))).toEqual(wanted[0]);
    // Of what nothing was read the whole stays where it was.
    const rest = intake === null ? text : [...intake.rest, intake.otherNames].join("\n");
    for (const part of shown) expect(rest).toContain(part);
  });
});
