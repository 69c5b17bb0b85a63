import { say, type Saying } from "../../messages/saying.ts";
import type { FieldErrors } from "../../contract/failure.ts";
import { emptyPatientForm, type PatientForm } from "../../contract/records/forms.ts";
import {
  genders,
  patientInput,
  type PatientField,
  type PatientInput,
} from "../../contract/service/patient.ts";
import type { DateContext } from "../time/calendar.ts";
import { cardNumberFields } from "../card-fields.ts";
import { withoutHidden } from "../clean-text.ts";
import { formatPhone, formatZip, phoneWarning, readState, stateWarning, zipWarning } from "./contact.ts";
import { readDateOfBirth, type DateOfBirthRead } from "../time/date-of-birth.ts";

export type PatientFormRead = {
  /** What the service takes; null while `errors` has any. */
  readonly input: PatientInput | null;
  /** By `PatientField`. Only what the interface documents, and card numbers. */
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  readonly dob: DateOfBirthRead;
};

const missing = (field: PatientField): Saying | null =>
  field === "phone" || field === "externalId" ? null : say(`fields.missing.${field}`);

const fields = Object.keys(emptyPatientForm).filter((key): key is PatientField => key in patientInput.shape);

type Texts = Readonly<Record<PatientField, string>>;

/** Trimmed, without what cannot be seen; phone, ZIP code and state as they are written when a field is left. */
function tidy(form: PatientForm): Texts {
  const texts = { ...emptyPatientForm };
  for (const field of fields) texts[field] = withoutHidden(form[field]).trim();
  return {
    ...texts,
    state: readState(texts.state)?.code ?? texts.state,
    zip: formatZip(texts.zip),
    phone: formatPhone(texts.phone),
  };
}

function errorIn(field: PatientField, texts: Texts, dob: DateOfBirthRead): Saying | null {
  const text = texts[field];
  if (text === "") return missing(field);
  if (field === "dob") return "why" in dob ? dob.why : null;
  if (field === "gender") return genders.some((gender) => gender === text) ? null : missing(field);
  if (field !== "email" || patientInput.shape.email.safeParse(text).success) return null;
  return say("fields.email");
}

function warningsIn(texts: Texts, dob: DateOfBirthRead): FieldErrors {
  const found: Readonly<Record<string, Saying | null>> = {
    dob: dob.kind === "read" ? dob.warning : null,
    state: stateWarning(texts.state),
    zip: zipWarning(texts.zip, texts.state),
    phone: phoneWarning(texts.phone),
  };
  const warnings: FieldErrors = {};
  for (const [field, warning] of Object.entries(found)) if (warning !== null) warnings[field] = warning;
  return warnings;
}

/**
 * Reads what was typed about a patient into what the service takes. Values are trimmed, and hidden characters left out; phone, ZIP code and
 * state are written in their usual form; an optional field that is empty is absent.
 */
export function readPatientForm(form: PatientForm, context: DateContext): PatientFormRead {
  const texts = tidy(form);
  const dob = readDateOfBirth(texts.dob, context);
  const errors = cardNumberFields({ kind: "patient", form });
  for (const field of fields) {
    const error = errorIn(field, texts, dob);
    if (error !== null) errors[field] ??= error;
  }
  const warnings = warningsIn(texts, dob);
  const gender = genders.find((known) => known === texts.gender);
  if (Object.keys(errors).length > 0 || dob.kind !== "read" || gender === undefined) {
    return { input: null, errors, warnings, dob };
  }
  const { phone, externalId, ...required } = texts;
  const input: PatientInput = {
    ...required,
    dob: dob.date,
    gender,
    ...(phone === "" ? {} : { phone }),
    ...(externalId === "" ? {} : { externalId }),
  };
  return { input, errors, warnings, dob };
}

/** The form that reads as this input, for editing it. */
export function patientFormOf(input: PatientInput): PatientForm {
  return { ...input, phone: input.phone ?? "", externalId: input.externalId ?? "" };
}
