import { z } from "zod";
import { dateTime, decimal, requiredText } from "./text.ts";

/** How an appointment is paid (interface: Billing type rules). */
export const billingTypes = ["Bill to Patient", "Bill to Account", "Monthly Invoice"] as const;
export type BillingType = (typeof billingTypes)[number];

/** The five statuses the interface names. The service may send another; it is kept and shown. */
export const appointmentStatuses = ["Pending", "In Progress", "Completed", "Canceled", "Denied"] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

const visit = {
  address: requiredText,
  city: requiredText,
  state: requiredText,
  zip: requiredText,
  patientId: z.int(),
  appointmentDateTime: dateTime,
  serviceId: z.int(),
  notes: z.string().optional(),
};

/**
 * Body of `POST /api/appointment`. `paymentMethod` is required for `Bill to Patient` and may not be
 * present for the two others, so that a card is never sent where none is used.
 */
export const appointmentInput = z.discriminatedUnion("billingType", [
  z.strictObject({ ...visit, billingType: z.literal("Bill to Patient"), paymentMethod: requiredText }),
  z.strictObject({ ...visit, billingType: z.literal("Bill to Account") }),
  z.strictObject({ ...visit, billingType: z.literal("Monthly Invoice") }),
]);
export type AppointmentInput = z.infer<typeof appointmentInput>;

/**
 * The answer to `POST /api/appointment`: 11 fields. Statuses and billing types that the interface does
 * not name, and extra members, are kept as they came: a booking that was made is never refused for them.
 */
export const appointment = z.looseObject({
  id: z.int(),
  appointmentDateTime: dateTime,
  appointmentTimeZone: z.string(),
  price: decimal,
  status: z.string(),
  notes: z.string().nullable(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  billingType: z.string(),
});
export type Appointment = z.infer<typeof appointment>;
