import {
  bookingFieldNames,
  bookingFields,
  bookingSteps,
  fieldsOn,
  stepOf,
  type BookingField,
  type BookingStep,
} from "../../../domain/booking/booking-fields.ts";
import { errorsByField, firstBad } from "../../../domain/form.ts";
import type { FieldErrors } from "../../../contract/failure.ts";
import type { BookingForm } from "../../../contract/records/forms.ts";

/** The form at the step of that field or choice, to be focused there. */
export function focusIn(form: BookingForm, name: string): BookingForm {
  const field = bookingFieldNames.find((known) => known === name);
  const isChoice = name === "sameAddress" || name === "repeatedHour";
  return { ...form, step: field !== undefined ? stepOf(field) : isChoice ? "visit" : form.step, focus: name };
}

/** The step after this one; Review is the last. */
export const stepAfter = (step: BookingStep): BookingStep =>
  bookingSteps[bookingSteps.indexOf(step) + 1] ?? "review";

/** The first field, in the order of the steps, that has an error. */
export const firstBadField = (errors: FieldErrors): BookingField | null => firstBad(bookingFields, errors);

/** The errors of a failure under the names of the form, whichever side named them. */
export const onTheForm = (errors: FieldErrors): FieldErrors => errorsByField(bookingFields, errors);

/** The errors of one step, so that confirming it asks only for what stands on it. */
export const errorsOf = (step: BookingStep, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    fieldsOn(step).flatMap((field) => {
      const message = errors[field];
      return message === undefined ? [] : [[field, message]];
    }),
  );
