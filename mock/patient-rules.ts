import type { PatientInput } from "../contract/service/patient.ts";
import type { FieldError } from "./answer.ts";

/** What the schema cannot say about a patient. `today` is the clinic's date, `YYYY-MM-DD`. */
export function checkPatient(input: PatientInput, today: string): FieldError[] {
  // Both are YYYY-MM-DD, so their order as text is their order in time.
  return input.dob > today ? [{ field: "dob", message: "The date of birth is in the future." }] : [];
}
