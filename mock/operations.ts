import { appointmentInput } from "../shared/service-api/appointment.ts";
import { patientInput } from "../shared/service-api/patient.ts";
import { parseDateTime } from "../shared/service-api/text.ts";
import { webhookInput } from "../shared/service-api/webhook.ts";
import { type Answer, refused } from "./answer.ts";
import { checkAppointment, type PaymentMethodCheck } from "./appointment-rules.ts";
import { dateInZone, inZone } from "./clinic-time.ts";
import { checkPatient } from "./patient-rules.ts";
import { sampleServices } from "./sample-data.ts";
import type { Store } from "./store.ts";
import { parseBody } from "./validation.ts";
import { checkWebhook } from "./webhook-rules.ts";

/** What the clinic behind the mock is like, and what it runs on. */
export type Clinic = {
  readonly store: Store;
  readonly clock: () => Date;
  readonly timeZone: string;
  readonly acceptsPaymentMethod: PaymentMethodCheck;
  readonly allowPrivateWebhookTargets: boolean;
  /** Takes note of a booking that is about to be committed; may do nothing else yet. */
  readonly appointmentBooked: (id: number) => void;
};

/** A creation as one account asks for it. `body` is parsed JSON, not yet trusted. */
export type CreationRequest = {
  readonly account: string;
  readonly idempotencyKey: string | null;
  readonly body: unknown;
};

/** One creating endpoint: decides and writes, to be called inside one transaction. */
export type Operation = (clinic: Clinic, request: CreationRequest) => Answer;

/** What every entry of one request has in common. */
function entryOf(clinic: Clinic, { account, idempotencyKey }: CreationRequest) {
  return { at: clinic.clock().toISOString(), account, idempotencyKey };
}

/** `POST /api/patient`: 201 with the id, 409 with the existing one for a repeated externalId of the account. */
export const createPatient: Operation = (clinic, request) => {
  const parsed = parseBody(patientInput, request.body);
  if (!parsed.ok) return refused(parsed.errors);
  const input = parsed.value;
  const errors = checkPatient(input, dateInZone(clinic.clock(), clinic.timeZone));
  if (errors.length > 0) return refused(errors);
  const externalId = input.externalId ?? null;
  const existing = externalId === null ? null : clinic.store.patientByExternalId(request.account, externalId);
  if (existing !== null) {
    const message = `External ID ${externalId} already belongs to patient #${existing}.`;
    return { status: 409, body: { message, patientId: existing } };
  }
  const id = clinic.store.addPatient(request.account, input);
  clinic.store.addToLedger({ ...entryOf(clinic, request), kind: "patient", id, externalId, body: input });
  return { status: 201, body: { patientId: id } };
};

/** `POST /api/appointment`: 201 with the appointment, Pending; its time is written in the clinic's zone. */
export const bookAppointment: Operation = (clinic, request) => {
  const parsed = parseBody(appointmentInput, request.body);
  if (!parsed.ok) return refused(parsed.errors);
  const input = parsed.value;
  const service = sampleServices.find(({ id }) => id === input.serviceId);
  const errors = checkAppointment(input, {
    patientIsKnown: clinic.store.hasPatient(request.account, input.patientId),
    service,
    now: clinic.clock(),
    acceptsPaymentMethod: clinic.acceptsPaymentMethod,
  });
  if (service === undefined || errors.length > 0) return refused(errors);
  const dateTime = inZone(new Date(parseDateTime(input.appointmentDateTime) ?? Number.NaN), clinic.timeZone);
  const id = clinic.store.addAppointment({ account: request.account, input, dateTime });
  const entry = {
    ...entryOf(clinic, request),
    kind: "appointment",
    id,
    externalId: null,
    body: input,
  } as const;
  clinic.store.addToLedger(entry);
  clinic.appointmentBooked(id);
  const { address, city, state, zip, billingType, notes = null } = input;
  const place = { address, city, state, zip, billingType, notes };
  const time = { appointmentDateTime: dateTime, appointmentTimeZone: clinic.timeZone };
  return { status: 201, body: { id, ...time, price: service.price, status: "Pending", ...place } };
};

/** `POST /api/webhooks`: 201 with the registration. The same address may be registered again. */
export const registerWebhook: Operation = (clinic, request) => {
  const parsed = parseBody(webhookInput, request.body);
  if (!parsed.ok) return refused(parsed.errors);
  const input = { ...parsed.value, events: [...new Set(parsed.value.events)] };
  const errors = checkWebhook(input, clinic.allowPrivateWebhookTargets);
  if (errors.length > 0) return refused(errors);
  const id = clinic.store.addWebhook(request.account, input);
  const entry = { ...entryOf(clinic, request), kind: "webhook", id, externalId: null, body: input } as const;
  clinic.store.addToLedger(entry);
  return { status: 201, body: { id, ...input } };
};
