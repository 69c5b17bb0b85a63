import type { BookingForm, BookingStep } from "../../../contract/records/forms.ts";
import type { StepState } from "../../../contract/forms/booking-form.ts";

export const stepNames: Readonly<Record<BookingStep, string>> = {
  patient: "Patient",
  visit: "Visit",
  billing: "Billing",
  review: "Review",
};

export const stepStateWords: Readonly<Record<StepState, string>> = {
  empty: "Not started",
  incomplete: "Incomplete",
  complete: "Complete",
  attention: "Needs attention",
};

/** The accessible names of the wizard's fields, by the step on which they stand. */
const fieldsByStep: Readonly<Record<Exclude<BookingStep, "review">, readonly string[]>> = {
  patient: ["Find a patient"],
  visit: ["Service", "Date", "Time", "Same as patient", "Address", "City", "State", "ZIP code", "Notes"],
  billing: ["Billing type", "Bill to Patient", "Bill to Account", "Monthly Invoice", "Payment method"],
};

/** The form at the step of the field with that accessible name, to be focused there. */
export function focusIn(form: BookingForm, name: string): BookingForm {
  const steps = ["patient", "visit", "billing"] as const;
  const step = steps.find((each) => fieldsByStep[each].includes(name)) ?? form.step;
  return { ...form, step, focus: name };
}
