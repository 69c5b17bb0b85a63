import { z } from "zod";
import { dateTime, decimal, requiredText, serviceId } from "./text.ts";

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

/** A member of an answer that is missing or of another type than documented: not known, and not invented. */
const ifShown = <S extends z.ZodType>(schema: S) => schema.nullable().catch(null);

/**
 * The answer to `POST /api/appointment`: 11 fields. Its identifier alone shows that a booking was made; any
 * other member that is missing or of another type is null: not known. Statuses and billing types that the
 * interface does not name, and extra members, are kept as they came.
 */
export const appointment = z.looseObject({
  id: serviceId,
  appointmentDateTime: ifShown(dateTime),
  appointmentTimeZone: ifShown(z.string()),
  price: ifShown(decimal),
  status: ifShown(z.string()),
  notes: ifShown(z.string()),
  address: ifShown(z.string()),
  city: ifShown(z.string()),
  state: ifShown(z.string()),
  zip: ifShown(z.string()),
  billingType: ifShown(z.string()),
});
export type Appointment = z.infer<typeof appointment>;
