import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { fieldNames } from "../../../domain/form.ts";
import { patientFields } from "../../../domain/patient/patient-form.ts";
import type { ListedPatient, PatientItem } from "../../../contract/records/item.ts";
import type { PatientField, PatientInput } from "../../../contract/service/patient.ts";
import { sentMembers } from "../../../domain/echo.ts";
import { day, formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { genderWord } from "./describe.ts";

/** One line of two people side by side. */
export type ComparedLine = {
  readonly label: string;
  readonly here: string;
  readonly typed: string;
  readonly differs: boolean;
};

type Texts = Readonly<Partial<Record<PatientField, string | undefined>>>;

/** What was typed, as it was sent; as it stands in the form where nothing was. */
function typedIn(item: ListedPatient | PatientItem): Texts {
  const sent = ("payload" in item ? sentMembers(item.payload) : null) ?? {};
  const texts: Partial<Record<PatientField, string>> = {};
  for (const field of fieldNames(patientFields)) {
    const value = sent[field];
    texts[field] = typeof value === "string" ? value : item.form[field];
  }
  return texts;
}

const same = (a: string, b: string): boolean =>
  a.normalize("NFKC").toLowerCase() === b.normalize("NFKC").toLowerCase();

const lines: readonly (readonly [label: PatientField | "name", of: (texts: Texts) => string | undefined])[] =
  [
    ["name", formatName],
    ["dob", ({ dob = "" }) => day(dob)],
    ["gender", ({ gender = "" }) => genderWord(gender)],
    ["address", ({ address, city, state, zip }) => [address, city, state, zip].join(" ")],
    ["phone", ({ phone }) => phone],
    ["email", ({ email }) => email],
  ];

/** Who a number belongs to on this computer beside who was typed. Letter case and blanks make no difference. */
export function comparePatients(
  known: PatientInput,
  item: ListedPatient | PatientItem,
): readonly ComparedLine[] {
  const typed = typedIn(item);
  const labels = { ...words.patients.label, name: words.patients.name };
  return lines.map(([label, of]) => {
    const shown = (texts: Texts): string => cleanLine(of(texts) ?? "", shownAtMost.line);
    const [here, there] = [shown(known), shown(typed)];
    return { label: labels[label], here, typed: there, differs: !same(here, there) };
  });
}
