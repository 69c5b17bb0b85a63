import type { PatientInput } from "../shared/service-api/patient.ts";
import { emailForm } from "../shared/service-api/text.ts";
import type { FieldError } from "./answer.ts";

/** What the schema cannot say about a patient. `today` is the clinic's date, `YYYY-MM-DD`. */
export function checkPatient(input: PatientInput, today: string): FieldError[] {
  const errors: FieldError[] = [];
  // Both are YYYY-MM-DD, so their order as text is their order in time.
  if (input.dob > today) errors.push({ field: "dob", message: "The date of birth is in the future." });
  if (!emailForm.test(input.email)) {
    errors.push({ field: "email", message: "Enter an email address, such as ann@example.com." });
  }
  return errors;
}
