import type { z } from "zod";
import { appointment, type Appointment } from "../../shared/service-api/appointment.ts";
import { compareEcho, type EchoedField } from "../../shared/outbox/echo.ts";
import { patientCreated, type PatientCreated } from "../../shared/service-api/patient.ts";
import {
  isSameAddress,
  webhookList,
  webhookRegistration,
  type WebhookRegistration,
} from "../../shared/service-api/webhook.ts";
import { say, type Saying } from "../../messages/saying.ts";

type Members = Readonly<Record<string, unknown>>;

/** Why an answer cannot be believed, a clause for the end of "Something answered, but …". */
export type Doubt = Saying;

/** What an endpoint's 2xx must show before it is taken for the service's own. */
export type Documented<T> = {
  readonly schema: z.ZodType<T>;
  /** Why an answer of that form is still not the one to what was sent; null when it is. */
  readonly doubt: (answered: T, sent: Members | null) => Doubt | null;
  /** A 409 says that somebody has the external ID already (interface: Create patient). Of the others the interface shows no 409. */
  readonly conflictIsPatient: boolean;
};

/** What the answer to a booking repeats in three ways: when, where, and who pays. */
const aspects: Readonly<Partial<Record<EchoedField, "when" | "where" | "billing">>> = {
  appointmentDateTime: "when",
  address: "where",
  city: "where",
  state: "where",
  zip: "where",
  billingType: "billing",
};

/**
 * One aspect that differs may be the service's own correction, and is told beside "Booked". Two, or another
 * patient or service, is the answer to another booking.
 */
function otherBooking(answered: Appointment, sent: Members | null): Doubt | null {
  if (sent === null) return null;
  const fields = compareEcho(sent, answered).map(({ field }) => field);
  if (fields.includes("patientId")) return say("failures.service.doubt.otherPatient");
  if (fields.includes("serviceId")) return say("failures.service.doubt.otherService");
  const differing = new Set(fields.map((field) => aspects[field]).filter((aspect) => aspect !== undefined));
  return differing.size > 1 ? say("failures.service.doubt.describesOtherBooking") : null;
}

function otherPatient(answered: PatientCreated, sent: Members | null): Doubt | null {
  const differs = (name: string): boolean => {
    const [was, now] = [sent?.[name], Reflect.get(answered, name)];
    return typeof was === "string" && typeof now === "string" && was.trim() !== now.trim();
  };
  return differs("externalId") || differs("dob") ? say("failures.service.doubt.describesOtherPatient") : null;
}

const otherWebhook = (answered: WebhookRegistration, sent: Members | null): Doubt | null =>
  typeof sent?.["url"] === "string" && !isSameAddress(sent["url"], answered.url)
    ? say("failures.service.doubt.otherAddress")
    : null;

/** The four endpoints' answers (interface: Endpoints). */
export const documented = {
  createPatient: { schema: patientCreated, doubt: otherPatient, conflictIsPatient: true },
  bookAppointment: { schema: appointment, doubt: otherBooking, conflictIsPatient: false },
  registerWebhook: { schema: webhookRegistration, doubt: otherWebhook, conflictIsPatient: false },
  listWebhooks: { schema: webhookList, doubt: () => null, conflictIsPatient: false },
} as const;

/** An object that says of itself that nothing was done, whatever its status. */
function saysNo(value: unknown): boolean {
  if (typeof value !== "object" || Array.isArray(value)) return false;
  const { success, ok, error, errors } = { success: null, ok: null, error: null, errors: null, ...value };
  const isThere = (part: unknown): boolean => (Array.isArray(part) ? part.length > 0 : Boolean(part));
  return success === false || ok === false || isThere(error) || isThere(errors);
}

/** The value of a documented answer, or why what came is none. */
export type Recognised<T> = { readonly value: T } | { readonly doubt: Doubt };

/**
 * "Is this our service, and is it the answer to what was sent?" The one place that asks it of a 2xx: anything on
 * the way can answer 200, a network's sign-in page above all.
 */
export function validateResponse<T>(
  wanted: Documented<T>,
  body: unknown,
  sent: Members | null,
): Recognised<T> {
  if (saysNo(body)) return { doubt: say("failures.service.doubt.saysNo") };
  const read = wanted.schema.safeParse(body);
  if (!read.success) {
    const member = read.error.issues[0]?.path.join(".") ?? "";
    const noValid = member === "" ? null : say("failures.service.doubt.noValid", { member });
    return { doubt: noValid ?? say("failures.service.doubt.otherForm") };
  }
  const doubt = wanted.doubt(read.data, sent);
  return doubt === null ? { value: read.data } : { doubt };
}
