import { cleanLine, shownAtMost } from "../../../contract/forms/clean-text.ts";
import { patientLabels } from "../../../contract/forms/patient-labels.ts";
import type { PatientForm } from "../../../contract/records/forms.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { day } from "../../../messages/format.ts";

/** A patient in a line: the name, and what tells two of the same name apart. */
export function describePatient({ input, patientId }: PatientRecord): {
  readonly name: string;
  readonly detail: string;
} {
  const number = patientId === null ? "no number yet" : `#${patientId}`;
  const reach = input.phone ?? input.email;
  return {
    name: cleanLine(`${input.firstName} ${input.lastName}`, shownAtMost.word),
    detail: cleanLine(`born ${day(input.dob)} · ${number} · ${reach}`),
  };
}

/** Everything known of a patient, as the names of the form. */
export function patientFacts({ input, patientId }: PatientRecord): readonly {
  readonly label: string;
  readonly value: string;
}[] {
  const { address, city, state, zip } = input;
  const facts = [
    { label: "Patient number", value: patientId === null ? "None yet" : `#${patientId}` },
    { label: patientLabels.dob, value: day(input.dob) },
    { label: patientLabels.gender, value: input.gender },
    { label: patientLabels.address, value: `${address}, ${city}, ${state} ${zip}` },
    { label: patientLabels.phone, value: input.phone ?? "None" },
    { label: patientLabels.email, value: input.email },
    { label: patientLabels.externalId, value: input.externalId ?? "None" },
  ];
  return facts.map(({ label, value }) => ({ label, value: cleanLine(value) }));
}

/** What to call a patient who is still being typed. */
export function unfinishedName({ firstName, lastName, dob }: PatientForm): string {
  const name = cleanLine(`${firstName} ${lastName}`, shownAtMost.word);
  return name !== "" ? name : dob.trim() !== "" ? `born ${cleanLine(dob, shownAtMost.word)}` : "no name yet";
}
