import { z } from "zod";
import { say } from "../../messages/saying.ts";
import { genders, patientInput, type PatientInput } from "../service-api/patient.ts";
import { emailForm } from "../service-api/text.ts";
import {
  buildKeptShape,
  createBlankForm,
  toBody,
  parseBody,
  readFormFields,
  defineTextField,
  type Form,
  type FormRead,
} from "../core/form.ts";
import { readAs, toWrong } from "../core/reading.ts";
import type { DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";
import { formatPhone, checkPhone } from "./contact.ts";
import { normalizeName, type PersonName } from "./person-name.ts";
import { placeFields, checkPlace } from "./place-fields.ts";

/** The fields of a patient, in the order in which they stand and are checked. */
export const patientFields = {
  firstName: defineTextField({
    missing: say("fields.missing.firstName"),
    isSearched: true,
    tidy: normalizeName,
  }),
  lastName: defineTextField({
    missing: say("fields.missing.lastName"),
    isSearched: true,
    tidy: normalizeName,
  }),
  /** As typed: `3/5/84`. Reads as `YYYY-MM-DD`. */
  dob: defineTextField({
    missing: say("fields.missing.dob"),
    read: (text, context: DateContext) => {
      const dob = readDateOfBirth(text, context);
      if (dob.kind === "read") return readAs(dob.date, dob.warning, dob.echo);
      if (dob.kind === "empty") return toWrong(say("fields.missing.dob"));
      return toWrong(dob.why, dob.kind === "unreadable" ? dob.meant : undefined);
    },
  }),
  gender: defineTextField({
    missing: say("fields.missing.gender"),
    read: (text) => {
      const gender = genders.find((known) => known === text);
      return gender === undefined ? toWrong(say("fields.missing.gender")) : readAs(gender);
    },
  }),
  ...placeFields,
  phone: defineTextField({ tidy: formatPhone, warn: checkPhone }),
  email: defineTextField({
    missing: say("fields.missing.email"),
    read: (text) => (emailForm.test(text) ? readAs(text) : toWrong(say("fields.email"))),
  }),
  /** Empty: one is generated when the draft is first saved, and shown. */
  externalId: defineTextField({}),
};
type PatientFields = typeof patientFields;
export type PatientForm = Form<PatientFields>;

/** What a draft keeps: what a person typed, as typed, finished or not. */
export const patientForm = z.strictObject(buildKeptShape(patientFields));
export const emptyPatientForm: PatientForm = createBlankForm(patientFields);

/** A name as it is sent, of what was typed: lists show that of one who is still in the outbox. */
export function toSentName(typed: Pick<PatientForm, "firstName" | "lastName">): PersonName {
  const sent = (name: "firstName" | "lastName"): string => {
    const reading = patientFields[name].read(typed[name], null);
    return reading.kind === "read" ? reading.value : "";
  };
  return { firstName: sent("firstName"), lastName: sent("lastName") };
}

export type PatientFormRead = FormRead<PatientFields> & {
  /** What the service takes; null while `errors` has any. */
  readonly input: PatientInput | null;
};

/** Reads what was typed about a patient into what the service takes. */
export function readPatientForm(form: PatientForm, context: DateContext): PatientFormRead {
  const read = readFormFields(patientFields, form, {
    context,
    across: (values) => ({ warnings: checkPlace(values) }),
  });
  const body = toBody(patientFields, read.values);
  return { ...read, ...parseBody(patientInput, patientFields, { errors: read.errors, body }) };
}
