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

/** The names of the wizard's fields, by the step on which they stand. */
const fieldsByStep: Readonly<Record<Exclude<BookingStep, "review">, readonly string[]>> = {
  patient: ["patient"],
  visit: [
    "service",
    "date",
    "time",
    "repeatedHour",
    "sameAddress",
    "address",
    "city",
    "state",
    "zip",
    "notes",
  ],
  billing: ["billingType", "paymentMethod"],
};

/** The form at the step of the field with that name, to be focused there. */
export function focusIn(form: BookingForm, name: string): BookingForm {
  const steps = ["patient", "visit", "billing"] as const;
  const step = steps.find((each) => fieldsByStep[each].includes(name)) ?? form.step;
  return { ...form, step, focus: name };
}
