import { z } from "zod";
import type { SayingId } from "../../messages/saying.ts";
import { billingTypes } from "../service/appointment.ts";
import type { Upgrade } from "./stored.ts";

/**
 * Forms hold what a person typed, as typed, finished or not: they are what a draft keeps.
 * `domain/` reads them into what the service takes.
 */
/** Ids of sayings: `invalidInput` takes them up. */
const tooLong = { text: "fields.tooLong", notes: "fields.notesTooLong" } as const satisfies Record<
  string,
  SayingId
>;
const typed = z.string().max(2_000, tooLong.text);
/** Notes: the interface shows no limit. A megabyte is kept; more is a mistake. */
const longText = z.string().max(1_048_576, tooLong.notes);

export const recordId = z.uuid();
export type RecordId = z.infer<typeof recordId>;

export const patientForm = z.strictObject({
  firstName: typed,
  lastName: typed,
  /** As typed: `3/5/84`. */
  dob: typed,
  address: typed,
  city: typed,
  state: typed,
  zip: typed,
  email: typed,
  phone: typed,
  gender: typed,
  /** Empty: one is generated when the draft is first saved, and shown. */
  externalId: typed,
});
export type PatientForm = z.infer<typeof patientForm>;

/**
 * A card as the provider describes it: its payment method identifier, and what it said of the card, all null
 * when it said nothing. Never a number or a check code.
 */
export const card = z.strictObject({
  id: z.string().regex(/^pm_\w{1,250}$/),
  brand: z.string().max(50).regex(/^\D*$/).nullable(),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  expMonth: z.int().min(1).max(12).nullable(),
  expYear: z.int().min(2000).max(2200).nullable(),
});
export type Card = z.infer<typeof card>;
/** Of cards that are kept by themselves; one in a form is a part of its item. */
export const cardUpgrades: readonly Upgrade[] = [];

export const bookingSteps = ["patient", "visit", "billing", "review"] as const;
export type BookingStep = (typeof bookingSteps)[number];

export const bookingForm = z.strictObject({
  /** A patient kept on this computer, or a patient number of the service as typed. */
  patient: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("known"), id: recordId }),
      z.strictObject({ kind: z.literal("number"), text: typed }),
    ])
    .nullable(),
  /** A service's ID as typed or chosen from the catalogue. */
  service: typed,
  /** As typed: `12/1`, `tomorrow`, `2026-12-01`. */
  date: typed,
  /** As typed: `2pm`, `14:00`. */
  time: typed,
  /** IANA name; the clinic's zone when the draft was made. */
  timeZone: z.string().min(1).max(100),
  /** Which of the two, when the clock shows that time twice on that day. */
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  sameAddress: z.boolean(),
  address: typed,
  city: typed,
  state: typed,
  zip: typed,
  notes: longText,
  billingType: z.enum(billingTypes).nullable(),
  /** A payment method identifier, `pm_…`, typed or collected. */
  paymentMethod: typed,
  /** What is known of the card behind `paymentMethod`, when it was collected here. */
  card: card.nullable(),
  step: z.enum(bookingSteps),
  /** Name of the field that had the focus, to come back to. */
  focus: z.string().max(100).nullable(),
});
export type BookingForm = z.infer<typeof bookingForm>;

export const webhookForm = z.strictObject({
  url: typed,
  events: z.array(typed).max(100),
});
export type WebhookForm = z.infer<typeof webhookForm>;

export const emptyPatientForm: PatientForm = {
  firstName: "",
  lastName: "",
  dob: "",
  address: "",
  city: "",
  state: "",
  zip: "",
  email: "",
  phone: "",
  gender: "",
  externalId: "",
};

/** A new booking in the clinic's zone. */
export const emptyBookingForm = (timeZone: string): BookingForm => ({
  patient: null,
  service: "",
  date: "",
  time: "",
  timeZone,
  repeatedHour: null,
  sameAddress: true,
  address: "",
  city: "",
  state: "",
  zip: "",
  notes: "",
  billingType: null,
  paymentMethod: "",
  card: null,
  step: "patient",
  focus: null,
});

export const emptyWebhookForm: WebhookForm = { url: "", events: [] };
