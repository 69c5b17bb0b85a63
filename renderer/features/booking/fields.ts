import { bookingFields, type BookingField } from "../../../domain/booking/booking-form.ts";
import type { FieldErrors } from "../../../contract/failure.ts";
import { firstBad } from "../../state/item-form.ts";
import { bookingSteps, type BookingForm, type BookingStep } from "../../../contract/records/forms.ts";

const stepOfField: Record<BookingField, BookingStep> = {
  patient: "patient",
  service: "visit",
  date: "visit",
  time: "visit",
  address: "visit",
  city: "visit",
  state: "visit",
  zip: "visit",
  notes: "visit",
  billingType: "billing",
  paymentMethod: "billing",
};

/** The step on which a field stands. */
export const stepOf = (field: BookingField): BookingStep => stepOfField[field];

/** The form at the step of that field or choice, to be focused there. */
export function focusIn(form: BookingForm, name: string): BookingForm {
  const field = bookingFields.find((known) => known === name);
  const isChoice = name === "sameAddress" || name === "repeatedHour";
  return { ...form, step: field !== undefined ? stepOf(field) : isChoice ? "visit" : form.step, focus: name };
}

/** The fields that stand on these steps. */
export const fieldsOn = (steps: readonly BookingStep[]): readonly BookingField[] =>
  bookingFields.filter((field) => steps.includes(stepOf(field)));

/** The step after this one; Review is the last. */
export const stepAfter = (step: BookingStep): BookingStep =>
  bookingSteps[Math.min(bookingSteps.indexOf(step) + 1, bookingSteps.length - 1)] ?? "review";

/** The first field, in the order of the steps, that has an error. */
export const firstBadField = (errors: FieldErrors): BookingField | null => firstBad(bookingFields, errors);

const namesOnTheWire: Readonly<Record<string, BookingField>> = {
  patientId: "patient",
  serviceId: "service",
  appointmentDateTime: "time",
};

/** The errors of a failure under the names of the form, whichever side named them. */
export function onTheForm(errors: FieldErrors): FieldErrors {
  const fields: FieldErrors = {};
  for (const [name, message] of Object.entries(errors)) {
    const field = namesOnTheWire[name] ?? bookingFields.find((known) => known === name);
    if (field !== undefined) fields[field] ??= message;
  }
  return fields;
}

/** The errors of one step, so that confirming it asks only for what stands on it. */
export const errorsOf = (step: BookingStep, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    bookingFields.flatMap((field) => {
      const message = errors[field];
      return stepOf(field) === step && message !== undefined ? [[field, message]] : [];
    }),
  );
