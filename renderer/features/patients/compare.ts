import { cleanLine, shownAtMost } from "../../../contract/forms/clean-text.ts";
import { patientLabels } from "../../../contract/forms/patient-labels.ts";
import type { ListedPatient, PatientItem } from "../../../contract/records/item.ts";
import type { PatientField, PatientInput } from "../../../contract/service/patient.ts";
import { sentMembers } from "../../../contract/service/echo.ts";
import { patientFields } from "./state.ts";
import { day as longDay } from "../../../messages/format.ts";

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
  for (const field of patientFields) {
    const value = sent[field];
    texts[field] = typeof value === "string" ? value : item.form[field];
  }
  return texts;
}

const shown = (...parts: readonly (string | undefined)[]): string =>
  cleanLine(parts.map((part) => part ?? "").join(" "), shownAtMost.line);

const same = (a: string, b: string): boolean =>
  a.normalize("NFKC").toLowerCase() === b.normalize("NFKC").toLowerCase();

/** `1984-03-05` in words; what is no date as it is. */
const day = (date: string | undefined): string =>
  date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? longDay(date) : shown(date);

const lines: readonly (readonly [label: string, of: (texts: Texts) => string])[] = [
  ["Name", ({ firstName, lastName }) => shown(firstName, lastName)],
  [patientLabels.dob, ({ dob }) => day(dob)],
  [patientLabels.gender, ({ gender }) => shown(gender)],
  [patientLabels.address, ({ address, city, state, zip }) => shown(address, city, state, zip)],
  [patientLabels.phone, ({ phone }) => shown(phone)],
  [patientLabels.email, ({ email }) => shown(email)],
];

/** Who a number belongs to on this computer beside who was typed. Letter case and blanks make no difference. */
export function comparePatients(
  known: PatientInput,
  item: ListedPatient | PatientItem,
): readonly ComparedLine[] {
  const typed = typedIn(item);
  return lines.map(([label, of]) => {
    const [here, there] = [of(known), of(typed)];
    return { label, here, typed: there, differs: !same(here, there) };
  });
}
