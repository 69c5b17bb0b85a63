import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import type { PatientForm } from "../../../contract/records/forms.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { genders } from "../../../contract/service/patient.ts";
import { day, formatAddress, formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

/** A gender of the service in the language in use; any other text as it is. */
export function genderWord(text: string): string {
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

/** Everything known of a patient, as the names of the form. */
export function patientFacts({ input, patientId }: PatientRecord): readonly {
  readonly label: string;
  readonly value: string;
}[] {
  const { label, number, noNumber, notGiven } = words.patients;
  const facts = [
    { label: number, value: patientId === null ? noNumber : `#${patientId}` },
    { label: label.dob, value: day(input.dob) },
    { label: label.gender, value: genderWord(input.gender) },
    { label: label.address, value: formatAddress(input) },
    { label: label.phone, value: input.phone ?? notGiven },
    { label: label.email, value: input.email },
    { label: label.externalId, value: input.externalId ?? notGiven },
  ];
  return facts.map(({ label, value }) => ({ label, value: cleanLine(value) }));
}

/** What to call a patient who is still being typed. */
export function unfinishedName({ firstName, lastName, dob }: PatientForm): string {
  const name = cleanLine(formatName({ firstName, lastName }), shownAtMost.word);
  if (name !== "") return name;
  return dob.trim() === ""
    ? words.patients.nameless
    : words.patients.born({ date: cleanLine(dob, shownAtMost.word) });
}
