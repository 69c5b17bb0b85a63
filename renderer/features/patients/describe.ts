import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { genders } from "../../../shared/service-api/patient.ts";
import { isGeneratedExternalId } from "../../../shared/patients/external-id.ts";
import type { PersonTyped } from "../../../shared/patients/patient-query.ts";
import { computeAge } from "../../../shared/time/date-of-birth.ts";
import { day, formatAddress, formatName, shortDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

/** A gender of the service in the language in use; any other text as it is. */
export function formatGender(text: string): string {
  const known = genders.find((gender) => gender === text);
  return known === undefined ? text : words.patients.gender[known];
}

/** A patient in a line: the name, and what tells two of the same name apart. */
export function describePatient({ input, patientId }: PatientRecord): {
  readonly name: string;
  readonly detail: string;
} {
  const born = words.patients.born({ date: day(input.dob) });
  const number = patientId === null ? words.patients.numberless : `#${patientId}`;
  return {
    name: cleanLine(formatName(input), shownAtMost.word),
    detail: cleanLine([born, number, input.phone ?? input.email].join(" · ")),
  };
}

/** "Mar 5, 1984 (42)" */
const bornText = (dob: string, today: string): string =>
  words.bookings.born({ date: shortDay(dob), age: computeAge(dob, today) });

/** "March 5, 1984, age 42" */
export const formatDobWithAge = (dob: string, today: string): string =>
  words.booking.readBack.born({ date: dob, age: computeAge(dob, today) });

/** The number at the service, and those that somebody with several records here has besides: "#5, also #9". */
export function formatNumbers(patientId: number | null, others: readonly number[] = []): string {
  const number = patientId === null ? words.patients.numberless : `#${String(patientId)}`;
  if (others.length === 0) return number;
  return words.patients.alsoNumbers({
    number,
    others: others.map((other) => `#${String(other)}`).join(", "),
  });
}

/**
 * A patient in a list: name, date of birth with age, phone, and number. `today`: `YYYY-MM-DD` where the clinic is;
 * `others`: further numbers of theirs.
 */
export function describePatientLine(
  { input, patientId }: PatientRecord,
  today: string,
  others?: readonly number[],
): { readonly name: string; readonly born: string; readonly detail: string; readonly number: string } {
  const born = bornText(input.dob, today);
  return {
    name: cleanLine(formatName(input), shownAtMost.word),
    born,
    detail: cleanLine(`${born} · ${input.phone ?? input.email}`),
    number: formatNumbers(patientId, others),
  };
}

/** What a press makes of what was typed in vain: "Create Jane Doe". */
export function createWords(person: PersonTyped | null): string {
  const name = person === null ? "" : cleanLine(formatName(person), shownAtMost.word);
  return name === "" ? words.patients.createNew : words.patients.createNamed({ name });
}

/** What else of them is filled in: "3/5/1984 · (217) 555-0199"; empty where nothing is. */
export const createDetail = ({ dob, phone, email }: PersonTyped): string =>
  cleanLine([dob, phone, email].filter((part) => part !== "").join(" · "));

type Fact = { readonly label: string; readonly value: string };

/** An external ID that nobody chose says nothing. */
function externalIdFacts({ externalId }: PatientRecord["input"]): readonly Fact[] {
  return externalId === undefined || isGeneratedExternalId(externalId)
    ? []
    : [{ label: words.patients.label.externalId, value: externalId }];
}

/** What stands below the visits on a patient's page; name, date of birth, phone and number stand above them. */
export function listDetailFacts({ input }: PatientRecord): readonly Fact[] {
  const { label } = words.patients;
  const facts = [
    { label: label.address, value: formatAddress(input) },
    { label: label.email, value: input.email },
    { label: label.gender, value: formatGender(input.gender) },
    ...externalIdFacts(input),
  ];
  return facts.map(({ label, value }) => ({ label, value: cleanLine(value) }));
}

/** Everything known of a patient, as the names of the form. */
export function listPatientFacts({ input, patientId }: PatientRecord): readonly Fact[] {
  const { label, number, noNumber, notGiven } = words.patients;
  const facts = [
    { label: number, value: patientId === null ? noNumber : `#${patientId}` },
    { label: label.dob, value: day(input.dob) },
    { label: label.gender, value: formatGender(input.gender) },
    { label: label.address, value: formatAddress(input) },
    { label: label.phone, value: input.phone ?? notGiven },
    { label: label.email, value: input.email },
    ...externalIdFacts(input),
  ];
  return facts.map(({ label, value }) => ({ label, value: cleanLine(value) }));
}

/** What to call a patient who is still being typed. */
export function formatUnfinishedName(form: PatientForm): string {
  const name = cleanLine(formatName(form), shownAtMost.word);
  if (name !== "") return name;
  const { dob, phone, email, address } = form;
  if (dob.trim() !== "") return words.patients.born({ date: cleanLine(dob, shownAtMost.word) });
  const known = [phone, email, address].find((text) => text.trim() !== "") ?? "";
  return known === "" ? words.patients.nameless : cleanLine(known, shownAtMost.word);
}
