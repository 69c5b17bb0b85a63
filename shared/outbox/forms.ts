import { z } from "zod";
import { bookingFields, bookingSteps } from "../bookings/booking-fields.ts";
import { seriesForm } from "../bookings/series-form.ts";
import { card } from "../cards/card.ts";
import { createBlankForm, buildKeptShape } from "../core/form.ts";
import { patientFields, type PatientForm } from "../patients/patient-form.ts";
import { webhookFields, type WebhookForm } from "../webhooks/webhook-form.ts";
import type { Upgrade } from "../core/stored.ts";

export { bookingSteps, type BookingStep } from "../bookings/booking-fields.ts";
export type { SeriesForm } from "../bookings/series-form.ts";
export { card, type Card } from "../cards/card.ts";
export type { PatientForm } from "../patients/patient-form.ts";
export type { WebhookForm } from "../webhooks/webhook-form.ts";
export { recordId, type RecordId } from "../core/record-id.ts";

/**
 * Forms hold what a person typed, as typed, finished or not: they are what a draft keeps. Their fields are the tables
 * of `shared/`, which read them into what the service takes.
 */
export const patientForm = z.strictObject(buildKeptShape(patientFields));
export const emptyPatientForm: PatientForm = createBlankForm(patientFields);

/** Of cards that are kept by themselves; one in a form is a part of its item. */
export const cardUpgrades: readonly Upgrade[] = [];

export const webhookForm = z.strictObject(buildKeptShape(webhookFields));
export const emptyWebhookForm: WebhookForm = createBlankForm(webhookFields);

export const bookingForm = z.strictObject({
  ...buildKeptShape(bookingFields),
  /** IANA name; the clinic's zone when the draft was made. */
  timeZone: z.string().min(1).max(100),
  /** Which of the two, when the clock shows that time twice on that day. */
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  sameAddress: z.boolean(),
  /** What is known of the card behind `paymentMethod`, when it was collected here. */
  card: card.nullable(),
  /** How it is to be repeated, while it is a form. Left out where it is not. */
  series: seriesForm.optional(),
  step: z.enum(bookingSteps),
  /** Name of the field that had the focus, to come back to. */
  focus: z.string().max(100).nullable(),
});
export type BookingForm = z.infer<typeof bookingForm>;

/** A new booking in the clinic's zone. */
export const createEmptyBookingForm = (timeZone: string): BookingForm => ({
  ...createBlankForm(bookingFields),
  timeZone,
  repeatedHour: null,
  sameAddress: true,
  card: null,
  step: "patient",
  focus: null,
});
