import type { AppointmentInput, AppointmentStatus } from "../shared/service-api/appointment.ts";
import { paymentMethodForm } from "../shared/service-api/payment-method.ts";
import { parseDateTime } from "../shared/service-api/text.ts";
import type { NamedEventKind } from "../shared/service-api/webhook.ts";
import type { FieldError } from "./answer.ts";
import type { SampleService } from "./sample-data.ts";

/** Says whether a text is a payment method identifier that this service takes. */
export type PaymentMethodCheck = (identifier: string) => boolean;

/** The form of the provider's payment method identifiers: `pm_` and letters, digits, underscores. */
export const looksLikePaymentMethod: PaymentMethodCheck = (identifier) => paymentMethodForm.test(identifier);

/** What the app's practice card form makes; nothing is behind it. */
const practicePaymentMethod = /^pm_practice_\w{1,200}$/;

/** Takes only what was issued: by the practice card form, or by a provider that told of it. */
export const issuedPaymentMethods =
  (registered: ReadonlySet<string>): PaymentMethodCheck =>
  (identifier) =>
    practicePaymentMethod.test(identifier) || registered.has(identifier);

/** What the rules of a booking need to know of the world. */
export type BookingFacts = {
  readonly patientIsKnown: boolean;
  readonly service: SampleService | undefined;
  readonly now: Date;
  readonly acceptsPaymentMethod: PaymentMethodCheck;
};

// In a zone east of Greenwich the last day of 9999 has no RFC 3339 form: its year would have five digits.
const lastInstant = Date.UTC(9999, 11, 30);

function checkTime(text: string, now: Date): FieldError[] {
  const instant = parseDateTime(text) ?? Number.NaN;
  if (instant < now.getTime()) {
    return [{ field: "appointmentDateTime", message: "The appointment time has passed." }];
  }
  if (instant > lastInstant) {
    return [{ field: "appointmentDateTime", message: "The appointment time is too far ahead." }];
  }
  return [];
}

/** What the schema cannot say about a booking: known patient and service, a time to come, a card that is one. */
export function checkAppointment(input: AppointmentInput, facts: BookingFacts): FieldError[] {
  const errors = checkTime(input.appointmentDateTime, facts.now);
  if (!facts.patientIsKnown) {
    errors.push({ field: "patientId", message: `There is no patient #${input.patientId}.` });
  }
  if (facts.service === undefined) {
    errors.push({ field: "serviceId", message: `There is no service ${input.serviceId}.` });
  }
  if (input.billingType === "Bill to Patient" && !facts.acceptsPaymentMethod(input.paymentMethod)) {
    errors.push({ field: "paymentMethod", message: "This is not a payment method identifier (pm_…)." });
  }
  return errors;
}

export type Decision = { readonly status: AppointmentStatus; readonly kind: NamedEventKind };

/**
 * The mock's own rule, for want of a clinic: notes with the word "deny" are denied, all else is approved.
 * An approved appointment becomes In Progress, so that Pending means "not decided".
 */
export function decideAppointment(notes: string | undefined): Decision {
  return notes !== undefined && /\bdeny\b/i.test(notes)
    ? { status: "Denied", kind: "appointment.denied.v1" }
    : { status: "In Progress", kind: "appointment.approved.v1" };
}
