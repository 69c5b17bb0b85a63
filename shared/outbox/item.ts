import { z } from "zod";
import { isMadeWith, say } from "../../messages/saying.ts";
import { failure } from "../core/failure-schema.ts";
import { appointment } from "../service-api/appointment.ts";
import { webhookRegistration } from "../service-api/webhook.ts";
import { accountId } from "../session/account.ts";
import { attempt } from "./attempt-schema.ts";
import { pruneAttempts } from "./attempt.ts";
import { mostVisits } from "../bookings/series-form.ts";
import { bookingForm } from "../bookings/booking-form.ts";
import { patientForm } from "../patients/patient-form.ts";
import { recordId } from "../core/record-id.ts";
import { webhookForm } from "../webhooks/webhook-form.ts";
import { patientInLine } from "../patients/patient.ts";
import type { KeptRecord, Upgrade } from "../core/stored.ts";

export { evidence, phases, type Attempt, type Evidence, type Phase } from "./attempt-schema.ts";

/**
 * An item is one thing to be sent: a patient, a booking or a webhook registration, from the first typed
 * letter to the service's answer. People see these statuses by these names; `done` and `discarded` are ends.
 */
export const itemStatuses = [
  "draft", // not complete: being typed
  "on-hold", // not complete: a person paused it, to come back to the same field
  "saved-for-later", // complete; waits for a person's "Send now", and never goes out by itself
  "waiting-for-patient", // complete; its patient has no number yet
  "ready", // complete; will be sent by itself
  "sending", // an attempt is under way, or was when the program ended
  "needs-card", // Bill to Patient without a payment method
  "needs-editing", // the service refused it, or its time has passed
  "needs-checking", // it may or may not have been made: a person must ask, then choose
  "elsewhere", // complete; another desk of the clinic holds it, and it never goes out from here
  "done", // the service has it
  "discarded", // a person threw it away
] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** Whether it is still a form, on hold or not. */
export const isForm = ({ status }: { readonly status: ItemStatus }): boolean =>
  status === "draft" || status === "on-hold";

/** RFC 3339, as `Date.toISOString()` writes it. */
const instant = z.iso.datetime();

const base = {
  id: recordId,
  accountId,
  status: z.enum(itemStatuses),
  createdAt: instant,
  updatedAt: instant,
  /** Sent with every attempt; never changes. */
  idempotencyKey: z.uuid(),
  /** The exact body of the request, frozen at the first attempt; null before it. */
  payload: z.string().nullable(),
  attempts: z.array(attempt),
  /** Attempts a person allowed after an unclear one ("Book again"). */
  resends: z.int().min(0),
  /** Why it stands where it stands, for the needs-… statuses and a wait after a failure. */
  problem: failure.nullable(),
  /** The item this one was made from, when that one had been attempted and was then edited. */
  editOf: recordId.nullable(),
  /** Who was at the desk when it was begun, by name; null when nobody had said. */
  by: z.string().max(80).nullable(),
  /** When somebody called for a card and nobody answered, oldest first. */
  noAnswerAt: z.array(instant),
};

/** What the service answered to a booking; `appointment` is null when the answer could not be read. */
export const bookingResult = z.strictObject({
  appointment: appointment.nullable(),
  /** The service recorded something otherwise than it was sent. */
  differs: z.boolean().optional(),
  /** RFC 3339 instant of the answer, or of the decision "Mark as booked". */
  bookedAt: z.string(),
  markedByPerson: z.boolean(),
  /** Numbers of bookings that the service made of it at several desks: a person has to say which were canceled. Left out otherwise. */
  twice: z.array(z.int()).optional(),
  /** Numbers of those that a person said were canceled with the service. Left out when there are none. */
  canceled: z.array(z.int()).optional(),
});
export type BookingResult = z.infer<typeof bookingResult>;

export const patientItem = z.strictObject({
  ...base,
  kind: z.literal("patient"),
  form: patientForm,
  /** Sent as `externalId` when none was typed: it makes a repeat recognisable. Never changes. */
  generatedExternalId: z.string(),
  /**
   * The external ID under which the item that this one was edited from may have made the patient. It stays,
   * so that a repeat is recognised. Left out when no such try is open.
   */
  heldExternalId: z.string().optional(),
  /** The known patient this item makes; there once the form is complete and saved. */
  patientRecordId: recordId.nullable(),
  result: z
    .strictObject({
      patientId: z.int(),
      /** The service may hold other details of this patient than were sent last from here. */
      detailsMayDiffer: z.boolean().optional(),
    })
    .nullable(),
});
export const bookingItem = z.strictObject({
  ...base,
  kind: z.literal("booking"),
  form: bookingForm,
  result: bookingResult.nullable(),
  /** The corrected one that a person began instead of it. The service knows nothing of that. Left out when there is none. */
  correctedBy: recordId.optional(),
  /**
   * Of one that was booked with others by one rule: all of them, itself among them, by their days, and its place from 1.
   * The service knows nothing of that. Left out for one by itself.
   */
  series: z
    .strictObject({ ids: z.array(recordId).max(mostVisits), number: z.int().min(1).max(mostVisits) })
    .optional(),
});
export const webhookItem = z.strictObject({
  ...base,
  kind: z.literal("webhook"),
  form: webhookForm,
  /** An earlier try of the item that this one was edited from may have registered it. Left out when none may. */
  mayExist: z.literal(true).optional(),
  result: webhookRegistration.nullable(),
});

export const item = z.discriminatedUnion("kind", [patientItem, bookingItem, webhookItem]);
export type PatientItem = z.infer<typeof patientItem>;
export type BookingItem = z.infer<typeof bookingItem>;
export type WebhookItem = z.infer<typeof webhookItem>;
export type Item = z.infer<typeof item>;
export type ItemKind = Item["kind"];
export const itemKinds: readonly ItemKind[] = item.options.map(({ shape }) => shape.kind.value);

/** The documented members of the service's answer but its notes, which repeat those that were sent. */
export const listedAppointment = z.object(appointment.shape).omit({ notes: true });

/**
 * An item as lists hold it: without its long texts, the notes and the body that was sent, and of the service's
 * answer only what is shown in a line. `items.get` gives them. So that it cannot be taken for the item itself, it
 * does not have these fields at all.
 */
export const listedPatient = patientItem.omit({ payload: true });
export const listedBooking = bookingItem.omit({ payload: true }).extend({
  form: bookingForm.omit({ notes: true }),
  /** Of its known patient; null when nobody is known. Left out where the item was not read for a list. */
  patient: patientInLine.nullable().optional(),
  result: bookingResult.extend({ appointment: listedAppointment.nullable() }).nullable(),
});
const listedWebhook = webhookItem.omit({ payload: true });
export const listedItem = z.discriminatedUnion("kind", [listedPatient, listedBooking, listedWebhook]);
export type ListedPatient = z.infer<typeof listedPatient>;
export type ListedBooking = z.infer<typeof listedBooking>;
export type ListedWebhook = z.infer<typeof listedWebhook>;
export type ListedItem = z.infer<typeof listedItem>;

/** A refusal said it in words alone before. */
function withNothingMade(older: KeptRecord): KeptRecord {
  const { success, data } = failure.safeParse(older["problem"]);
  if (!success || !isMadeWith(data.why, say("failures.nothingCreated"))) return older;
  return { ...older, problem: { ...data, details: { ...data.details, nothingMade: true } } };
}

/** Every attempt was kept one by one before. */
function withThinnedAttempts(older: KeptRecord): KeptRecord {
  const { success, data } = z.array(attempt).safeParse(older["attempts"]);
  return success ? { ...older, attempts: pruneAttempts(data) } : older;
}

/** What made items of earlier versions into those of today: forms and attempts among them. */
export const itemUpgrades: readonly Upgrade[] = [
  (older) => ({ by: null, noAnswerAt: [], ...older }),
  // From here on one may stand at another desk, which an earlier Front Desk would not know.
  (older) => older,
  // From here on the service may have made it twice, at two desks, and a refusal shows by itself whether nothing was made.
  withNothingMade,
  withThinnedAttempts,
];

/** How many items of the account stand in each status. */
export const itemCounts = z.record(z.enum(itemStatuses), z.int());
export type ItemCounts = z.infer<typeof itemCounts>;
