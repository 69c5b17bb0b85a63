import { z } from "zod";
import { dateTime, decimal, requiredText, serviceId } from "./text.ts";

/** How an appointment is paid (interface: Billing type rules). */
export const billingTypes = ["Bill to Patient", "Bill to Account", "Monthly Invoice"] as const;
export type BillingType = (typeof billingTypes)[number];

/** Whether an appointment of that billing type has a card: the patient's own. The two others may name none. */
export const isPaidByCard = (type: BillingType | null): type is "Bill to Patient" =>
  type === "Bill to Patient";

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

/** More is not needed to tell a person what came in place of a text. */
const mostOfOtherType = 200;

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value).slice(0, mostOfOtherType);
}

/** Null is a member that the answer does not show. What is not as documented is kept as text, so that it can be told. */
const asItCame = <T = string>(documented: z.ZodType<T | string>) =>
  documented.nullable().catch(({ value }) => asText(value));

/**
 * The answer to `POST /api/appointment`: 11 fields. Its identifier alone shows that a booking was made; any
 * other member may be missing, or say what cannot be read: a time is one only for `readInstant`. Statuses and
 * billing types that the interface does not name, and extra members, are kept as they came.
 */
export const appointment = z.looseObject({
  id: serviceId,
  appointmentDateTime: asItCame(dateTime),
  appointmentTimeZone: asItCame(z.string()),
  price: asItCame<number>(decimal),
  status: asItCame(z.string()),
  notes: asItCame(z.string()),
  address: asItCame(z.string()),
  city: asItCame(z.string()),
  state: asItCame(z.string()),
  zip: asItCame(z.string()),
  billingType: asItCame(z.string()),
});
export type Appointment = z.infer<typeof appointment>;
