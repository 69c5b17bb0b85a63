import { z } from "zod";
import { plainDate, requiredText, serviceId } from "./text.ts";

/** Genders the service accepts (interface: Patient). */
export const genders = ["Male", "Female"] as const;

/**
 * Body of `POST /api/patient`: 11 fields, `phone` and `externalId` optional.
 * `dob` is a plain date, `YYYY-MM-DD`. An optional field that is not given is absent, never "".
 */
export const patientInput = z.strictObject({
  firstName: requiredText,
  lastName: requiredText,
  dob: plainDate,
  address: requiredText,
  city: requiredText,
  state: requiredText,
  zip: requiredText,
  email: z.email({
    pattern: z.regexes.html5Email,
    error: "Enter an email address, such as ann@example.com.",
  }),
  phone: requiredText.optional(),
  gender: z.enum(genders, { error: "Choose Male or Female." }),
  externalId: requiredText.optional(),
});
export type PatientInput = z.infer<typeof patientInput>;
export type PatientField = keyof PatientInput;

/** The answer to `POST /api/patient`. Extra members are kept. */
export const patientCreated = z.looseObject({ patientId: serviceId });
export type PatientCreated = z.infer<typeof patientCreated>;
