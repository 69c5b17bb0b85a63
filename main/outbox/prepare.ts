import { say, type Saying } from "../../messages/saying.ts";
import { readBookingForm } from "../../domain/booking/booking-form.ts";
import { readPatientForm } from "../../domain/patient/patient-form.ts";
import { readWebhookForm } from "../../domain/webhook/webhook-form.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import { fail, type Failure, type FieldErrors } from "../../contract/failure.ts";
import type { BookingItem, Item, PatientItem, WebhookItem } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import { sentMembers } from "../../domain/echo.ts";
import type { PatientInput } from "../../contract/service/patient.ts";

export type PrepareContext = {
  readonly now: Date;
  readonly settings: Settings;
  readonly practice: boolean;
  /** The known patient of a booking. */
  readonly patient: PatientRecord | null;
};

/** What a form is worth: something to send, something to wait for, or fields to mend. */
export type Prepared =
  | { readonly kind: "ready"; readonly payload: string; readonly input: PatientInput | null }
  | { readonly kind: "waiting-for-patient" }
  | { readonly kind: "needs-card" }
  | { readonly kind: "incomplete"; readonly failure: Failure };

const incomplete = (fields: FieldErrors): Prepared => ({
  kind: "incomplete",
  failure: fail("invalid-input", "Some fields need attention. What you typed is kept.", { fields }),
});

function dates({ now, settings }: PrepareContext, timeZone: string) {
  const instant = now.toISOString();
  return { now: instant, today: todayIn(timeZone, instant), dateOrder: settings.dateOrder };
}

const heldMessage = (externalId: string): Saying => say("fields.heldExternalId", { externalId });

/** The external ID that a patient goes out under, or went out under at its last attempt. */
export function sentExternalId(item: PatientItem): string {
  const sent = sentMembers(item.payload)?.["externalId"];
  if (typeof sent === "string") return sent;
  return item.heldExternalId ?? (item.form.externalId.trim() || item.generatedExternalId);
}

function preparePatient(item: PatientItem, context: PrepareContext): Prepared {
  const { input, errors } = readPatientForm(item.form, dates(context, context.settings.timeZone));
  if (input === null) return incomplete(errors);
  const held = item.heldExternalId;
  if (held !== undefined && input.externalId !== undefined && input.externalId !== held)
    return incomplete({ externalId: heldMessage(held) });
  const body = { ...input, externalId: held ?? input.externalId ?? item.generatedExternalId };
  return { kind: "ready", payload: JSON.stringify(body), input: body };
}

/** Nothing in the outbox will give the patient a number: its item was discarded. */
const patientGone: FieldErrors = {
  patient: say("fields.patient.discarded"),
};

function prepareBooking(item: BookingItem, context: PrepareContext): Prepared {
  const { patient } = context;
  const read = readBookingForm(item.form, { ...dates(context, item.form.timeZone), patient });
  if (read.needsCard) return { kind: "needs-card" };
  if (read.input === null) return incomplete(read.errors);
  if (read.patientId === null)
    return patient?.itemId === null ? incomplete(patientGone) : { kind: "waiting-for-patient" };
  return {
    kind: "ready",
    payload: JSON.stringify({ ...read.input, patientId: read.patientId }),
    input: null,
  };
}

function prepareWebhook(item: WebhookItem, context: PrepareContext): Prepared {
  const { input, errors } = readWebhookForm(item.form, { practice: context.practice });
  return input === null ? incomplete(errors) : { kind: "ready", payload: JSON.stringify(input), input: null };
}

/** Reads an item's form into the body of its request. */
export function prepare(item: Item, context: PrepareContext): Prepared {
  switch (item.kind) {
    case "patient":
      return preparePatient(item, context);
    case "booking":
      return prepareBooking(item, context);
    case "webhook":
      return prepareWebhook(item, context);
  }
}

/**
 * The form with its dates and times as they were read: a draft that says "tomorrow" means the same day
 * when it is sent the day after.
 */
export function settled<T extends Item>(item: T, context: PrepareContext): T {
  if (item.kind === "patient") {
    const { dob } = readPatientForm(item.form, dates(context, context.settings.timeZone)).values;
    return dob === undefined ? item : { ...item, form: { ...item.form, dob } };
  }
  if (item.kind === "booking") {
    const { form } = item;
    const around = { ...dates(context, form.timeZone), patient: context.patient };
    const { date, time } = readBookingForm(form, around).values;
    return { ...item, form: { ...form, date: date ?? form.date, time: time?.time ?? form.time } };
  }
  return item;
}
