import { z } from "zod";
import { say, type SayingId } from "../../messages/saying.ts";
import type { PatientRecord } from "../patients/patient.ts";
import { paymentMethodForm } from "../service-api/payment-method.ts";
import { recordId } from "../core/record-id.ts";
import { billingTypes } from "../service-api/appointment.ts";
import {
  asLines,
  asTyped,
  listFieldNames,
  readField,
  defineTextField,
  typedText,
  type FieldOf,
  type Fields,
} from "../core/form.ts";
import { empty, readAs, toWrong } from "../core/reading.ts";
import { placeFields } from "../patients/place-fields.ts";
import type { DateContext } from "../time/calendar.ts";
import { readDay } from "../time/plain-date.ts";
import { readTime } from "../time/time-of-day.ts";

export type BookingContext = DateContext & {
  /** RFC 3339 instant */
  readonly now: string;
  /** The known patient when `form.patient.kind` is `known`. */
  readonly patient: PatientRecord | null;
};

/** Notes: the interface shows no limit. A megabyte is kept; more is a mistake. */
const tooLong: SayingId = "fields.notesTooLong";
export const notesText = z.string().max(1_048_576, tooLong);

const integer = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

/** A patient kept on this computer, or a patient number of the service as typed. */
export const bookingPatient = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("known"), id: recordId }),
    z.strictObject({ kind: z.literal("number"), text: typedText }),
  ])
  .nullable();

export const bookingSteps = ["patient", "visit", "billing", "review"] as const;
export type BookingStep = (typeof bookingSteps)[number];

/** The fields of a booking by step, in the order in which they stand and are checked. */
const fieldsByStep = {
  patient: {
    /** Reads as the number at the service; null while the patient has none. */
    patient: readField({
      schema: bookingPatient,
      blank: null,
      missing: say("fields.missing.patient"),
      wire: "patientId",
      isSearched: true,
      texts: (typed) => (typed?.kind === "number" ? [typed.text] : []),
      read: (typed, { patient }: BookingContext) => {
        if (typed === null) return empty;
        if (typed.kind === "known")
          return patient === null ? toWrong(say("fields.patient.gone")) : readAs(patient.patientId);
        const text = typed.text.trim();
        const id = integer(text.replace(/^#\s*/, ""));
        if (text === "") return empty;
        return id === null ? toWrong(say("fields.patient.number")) : readAs<number | null>(id);
      },
    }),
  },
  visit: {
    /** A service's ID as typed or chosen from the catalogue. */
    service: defineTextField({
      missing: say("fields.missing.service"),
      wire: "serviceId",
      isSearched: true,
      clean: asTyped,
      read: (text) => {
        const id = integer(text.trim());
        return id === null ? toWrong(say("fields.service")) : readAs(id);
      },
    }),
    /** As typed: `12/1`, `tomorrow`, `2026-12-01`. Reads as the last. */
    date: defineTextField({
      missing: say("fields.missing.date"),
      wire: null,
      clean: asTyped,
      read: (text, context: BookingContext) => readDay(text, context),
    }),
    /** As typed: `2pm`, `14:00`. */
    time: defineTextField({
      missing: say("fields.missing.time"),
      wire: "appointmentDateTime",
      clean: asTyped,
      read: readTime,
    }),
    ...placeFields,
    notes: defineTextField({ schema: notesText, clean: asLines, ownLine: "desk" }),
  },
  billing: {
    billingType: readField({
      schema: z.enum(billingTypes).nullable(),
      blank: null,
      missing: say("fields.missing.billingType"),
      isSearched: true,
      read: (typed) => (typed === null ? empty : readAs(typed)),
    }),
    /** A payment method identifier, `pm_…`, typed or collected. */
    paymentMethod: defineTextField({
      missing: say("fields.missing.paymentMethod"),
      clean: asTyped,
      read: (text) =>
        paymentMethodForm.test(text.trim()) ? readAs(text.trim()) : toWrong(say("fields.paymentMethod")),
    }),
  },
} satisfies Record<Exclude<BookingStep, "review">, Fields>;

export const bookingFields = { ...fieldsByStep.patient, ...fieldsByStep.visit, ...fieldsByStep.billing };
export type BookingField = FieldOf<typeof bookingFields>;
export const bookingFieldNames = listFieldNames(bookingFields);

/** The fields of a step; Review has none. */
export const listFieldsOn = (step: BookingStep): readonly BookingField[] =>
  step === "review" ? [] : bookingFieldNames.filter((field) => field in fieldsByStep[step]);

/** The step on which a field stands. */
export const getStep = (field: BookingField): BookingStep =>
  bookingSteps.find((step) => listFieldsOn(step).includes(field)) ?? "review";
