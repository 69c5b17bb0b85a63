import { z } from "zod";
import { billingTypes } from "../service-api/appointment.ts";
import { itemStatuses } from "../outbox/item.ts";
import { noticeOfBooking } from "../notices/notices.ts";
import { patientInLine } from "../patients/patient.ts";
import { recordId } from "../core/record-id.ts";

/** A booking as the agenda shows it, booked or still in the outbox: one line. */
export const bookingLine = z.strictObject({
  id: recordId,
  status: z.enum(itemStatuses),
  /** The visit's in UTC, as the service recorded it, else as it was sent or typed; null: not known. */
  instant: z.string().nullable(),
  /** Null where the patient is not known on this computer. */
  patient: patientInLine.nullable(),
  /** The record that was chosen as its patient; null where a number was typed. */
  patientRecord: recordId.nullable(),
  /** The patient's number at the service, or what was typed as such; null: there is none yet. */
  patientNumber: z.string().nullable(),
  /** The service's ID as it was typed. */
  service: z.string(),
  /** Null until the service has answered, or a person said that it was booked. */
  result: z
    .strictObject({
      appointment: z.strictObject({ id: z.int(), status: z.string().nullable() }).nullable(),
      markedByPerson: z.boolean(),
      differs: z.boolean(),
    })
    .nullable(),
  /** Not done, and nobody may be told that it is not booked: an attempt may have made it. */
  mayBeMade: z.boolean(),
  /** A corrected one was begun, and not thrown away: this one stands until the service cancels it. */
  isBeingCorrected: z.boolean(),
  /** The last notice of each kind that came of it, unsigned, in the order of their arrival. */
  notices: z.array(noticeOfBooking),
  /** It waited to be decided while a notice may have been lost: only the service can say. */
  askService: z.boolean(),
  /** How many visits of this computer take place at its time: itself is one of them. */
  atOnce: z.int(),
  /** Another of them is the same patient's. */
  isTwice: z.boolean(),
});
export type BookingLine = z.infer<typeof bookingLine>;

/** `upcoming`: today and later; `past`: before today; `recent`: what the service took last, whenever the visit is. */
export const bookingViews = ["upcoming", "past", "recent"] as const;
export type BookingView = (typeof bookingViews)[number];

/** Which of the bookings; null: whichever. */
export const bookingFilter = z.strictObject({
  /** `not-booked`, `needs-checking`, or a status of the service. */
  status: z.string().max(100).nullable(),
  /** A service's ID. */
  service: z.string().max(100).nullable(),
  billing: z.enum(billingTypes).nullable(),
  /** Who was at the desk when it was begun, by name. */
  by: z.string().max(80).nullable(),
});
export type BookingFilter = z.infer<typeof bookingFilter>;
export const anyBooking: BookingFilter = { status: null, service: null, billing: null, by: null };

/** Where a page of bookings ended: the last one's instant and its place in the order of saving, or of changes. */
export const bookingPlace = z.strictObject({ at: z.string().max(40), number: z.int() });
export type BookingPlace = z.infer<typeof bookingPlace>;

/** A day of a list. */
export const bookingDay = z.strictObject({
  /** `YYYY-MM-DD`, in the clinic's zone. */
  date: z.string(),
  /** How many bookings that are asked for it has, also beyond the page, and how many of them are still to come. */
  total: z.int(),
  left: z.int(),
});
