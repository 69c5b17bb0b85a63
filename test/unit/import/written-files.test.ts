import { describe, expect, it } from "vitest";
import { emptyPatientForm, readPatientForm } from "../../../shared/patients/patient-form.ts";
import { readImportRow } from "../../../shared/import/row.ts";
import { inspectFile } from "../../../main/features/import/look.ts";
import { createDroppedSource } from "../../../main/features/import/source.ts";
import { isFile, type WrittenText, writtenTexts } from "../../support/written-texts.ts";

/** Files as other programs write them, of the sixties in `test/unit/shared/intake/written`. */
const settings = { today: "2026-11-27", dateOrder: "month-first" } as const;

/**
 * What becomes of the first rows: the values that are sent, or "ask" where something in them is wrong and not only missing. The external
 * ID is among them where one is wanted.
 */
async function rowsOf(text: string, wanted: WrittenText["wanted"]): Promise<readonly unknown[]> {
  const looked = await inspectFile(
    createDroppedSource("a.csv", new TextEncoder().encode(`${text}\n`)),
    null,
    settings,
  );
  const context = { ...settings, dateOrder: looked.order ?? settings.dateOrder };
  return looked.rows.slice(0, wanted.length).map((cells, at) => {
    const { form, errors } = readImportRow(cells, { columns: looked.columns, context });
    const isWrong = Object.values(errors).some((why) => !why.id.startsWith("fields.missing."));
    if (isWrong) return "ask";
    const { externalId, ...values } = readPatientForm({ ...emptyPatientForm, ...form }, context).values;
    const isNumberWanted = Object.hasOwn(Object(wanted[at]), "externalId");
    return JSON.parse(JSON.stringify(isNumberWanted ? { ...values, externalId } : values));
  });
}

describe.each([
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
  "twentieth",
  "twenty-first",
  "twenty-second",
  "twenty-third",
  "twenty-fourth",
  "twenty-fifth",
  "twenty-sixth",
  "twenty-seventh",
  "twenty-eighth",
  "twenty-ninth",
])("files of the %s sixty", (name) => {
  it.each(writtenTexts(name).filter(isFile))("$kind", async ({ text, wanted }) => {
    expect(await rowsOf(text, wanted)).toEqual(wanted);
  });
});
