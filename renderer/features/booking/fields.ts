import { bookingFields, type BookingField } from "../../../domain/booking/booking-form.ts";
import type { Failure, FieldErrors } from "../../../contract/failure.ts";
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

/** The step after this one; Review is the last. */
export const stepAfter = (step: BookingStep): BookingStep =>
  bookingSteps[Math.min(bookingSteps.indexOf(step) + 1, bookingSteps.length - 1)] ?? "review";

/** The first field, in the order of the steps, that has an error. */
export const firstBadField = (errors: FieldErrors): BookingField | null =>
  bookingFields.find((field) => errors[field] !== undefined) ?? null;

const namesOnTheWire: Readonly<Record<string, BookingField>> = {
  patientId: "patient",
  serviceId: "service",
  appointmentDateTime: "time",
};

/** The errors of a failure under the names of the form, whichever side named them. */
export function fieldsOf(failure: Failure | null): FieldErrors {
  const fields: FieldErrors = {};
  for (const [name, message] of Object.entries(failure?.fields ?? {})) {
    const field = namesOnTheWire[name] ?? bookingFields.find((known) => known === name);
    if (field !== undefined) fields[field] ??= message;
  }
  return fields;
}

/** The errors but those of these fields. */
export function without(errors: FieldErrors, fields: readonly BookingField[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !fields.some((f) => f === name)));
}

/** The errors of one step, so that confirming it asks only for what stands on it. */
export const errorsOf = (step: BookingStep, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    bookingFields.flatMap((field) => {
      const message = errors[field];
      return stepOf(field) === step && message !== undefined ? [[field, message]] : [];
    }),
  );
