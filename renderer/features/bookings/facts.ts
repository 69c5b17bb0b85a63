import { longDate } from "../../../contract/forms/calendar.ts";
import { compareRecordedTime, describeInstant, shortInstant } from "../../../contract/forms/zoned-time.ts";
import type { BookingItem, ListedBooking } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { Settings } from "../../../contract/records/settings.ts";

export type BookingFactsInput = {
  /** The booking, or what a list has of it: without notes and the body that was sent. */
  readonly item: BookingItem | ListedBooking;
  readonly patient: PatientRecord | null;
  readonly settings: Pick<Settings, "services" | "currency">;
  /** How day and time are read while nothing was sent; the typed text stands in when it is not given. */
  readonly typedInstant?: string | null;
};

/** A booking in the words of the desk, for the confirmation, the list, the slip and the clipboard. */
export type BookingFacts = {
  readonly patient: string;
  /** `March 5, 1984`; null when the patient is not known on this computer. */
  readonly dob: string | null;
  /** `Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time`. */
  readonly when: string;
  /** `Dec 1, 2026, 2:00 PM EST`. */
  readonly whenShort: string;
  readonly service: string;
  readonly price: string;
  readonly status: string;
  readonly number: string;
  readonly address: string;
  readonly billing: string;
  readonly notes: string | null;
  /** When the service answered so, in the booking's zone. */
  readonly asOf: string;
  /** What was recorded is not what was typed: said loudly. */
  readonly alert: string | null;
};

/** Stands for what only an answer of the service would tell. */
export const notKnown = "Not known";

/** The instant that was sent with a booking; null while nothing was. */
export function sentInstant(item: BookingItem | ListedBooking): string | null {
  if (!("payload" in item) || item.payload === null) return null;
  try {
    const body: unknown = JSON.parse(item.payload);
    const instant =
      typeof body === "object" && body !== null && "appointmentDateTime" in body
        ? body.appointmentDateTime
        : null;
    return typeof instant === "string" ? instant : null;
  } catch {
    return null;
  }
}

/** `$85.00`; a currency the computer does not know stands before the number. */
export function money(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
  } catch {
    return `${currency} ${amount}`;
  }
}

/** `Physical therapy, first visit (101)`, or the number alone when the catalogue does not have it. */
export function serviceName(text: string, services: Settings["services"]): string {
  const known = services.find((service) => String(service.id) === text.trim());
  return known === undefined ? `Service ${text.trim()}` : `${known.name} (${known.id})`;
}

/** `Ann Smith · patient #123`. */
export function patientName(patient: PatientRecord | null, number: string | null): string {
  if (patient === null) return number === null ? "Patient not known on this computer" : `Patient #${number}`;
  const name = `${patient.input.firstName} ${patient.input.lastName}`;
  return patient.patientId === null ? name : `${name} · patient #${patient.patientId}`;
}

export const addressLine = (parts: {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}): string => `${parts.address}, ${parts.city}, ${parts.state} ${parts.zip}`;

function addressSent({ item, patient }: BookingFactsInput): string {
  const recorded = item.result?.appointment;
  const { address, city, state, zip } = recorded ?? {};
  if (address && city && state && zip) return addressLine({ address, city, state, zip });
  return addressLine(item.form.sameAddress && patient !== null ? patient.input : item.form);
}

function alertOf(item: BookingItem | ListedBooking): string | null {
  const typedInstant = sentInstant(item);
  const recorded = item.result?.appointment;
  if (typedInstant === null || !recorded?.appointmentDateTime) return null;
  return compareRecordedTime({
    typedInstant,
    timeZone: item.form.timeZone,
    recordedInstant: recorded.appointmentDateTime,
    recordedTimeZone: recorded.appointmentTimeZone ?? item.form.timeZone,
  });
}

/** The instant without its seconds, which nobody reads in "as of". */
const toMinute = (instant: string): string =>
  instant.replace(/(T\d\d:\d\d):\d\d(\.\d+)?/, (_, minute: string) => `${minute}:00`);

/** As recorded, else as typed; a list has neither. */
function notesOf({ form, result }: BookingItem | ListedBooking): string | null {
  const recorded = result?.appointment ?? {};
  const notes = "notes" in recorded && typeof recorded.notes === "string" ? recorded.notes : null;
  return (notes ?? ("notes" in form ? form.notes : null)) || null;
}

/** Everything the desk says about a booking. What the service recorded goes before what was typed. */
export function bookingFacts(input: BookingFactsInput): BookingFacts {
  const { item, patient, settings } = input;
  const recorded = item.result?.appointment ?? null;
  const zone = item.form.timeZone;
  const instant = recorded?.appointmentDateTime ?? sentInstant(item) ?? input.typedInstant ?? null;
  const typed = `${item.form.date} ${item.form.time} (${zone})`;
  return {
    patient: patientName(patient, item.form.patient?.kind === "number" ? item.form.patient.text : null),
    dob: patient === null ? null : longDate(patient.input.dob),
    when: instant === null ? typed : describeInstant(instant, zone),
    whenShort: instant === null ? typed : shortInstant(instant, zone),
    service: serviceName(item.form.service, settings.services),
    price: typeof recorded?.price === "number" ? money(recorded.price, settings.currency) : notKnown,
    status: recorded?.status ?? notKnown,
    number: recorded === null ? notKnown : `#${recorded.id}`,
    address: addressSent(input),
    billing: recorded?.billingType ?? item.form.billingType ?? "",
    notes: notesOf(item),
    asOf: shortInstant(toMinute(item.result?.bookedAt ?? item.updatedAt), zone),
    alert: alertOf(item),
  };
}

/** The booking as plain text, one fact a line, for the clipboard. */
export function factsAsText(facts: BookingFacts): string {
  const lines = [
    `Patient: ${facts.patient}`,
    ...(facts.dob === null ? [] : [`Date of birth: ${facts.dob}`]),
    `When: ${facts.when}`,
    `Where: ${facts.address}`,
    `Service: ${facts.service}`,
    `Price: ${facts.price}`,
    `Billing: ${facts.billing}`,
    `Status: ${facts.status}, as of ${facts.asOf}`,
    `Booking: ${facts.number}`,
    ...(facts.alert === null ? [] : [`Attention: ${facts.alert}`]),
  ];
  return lines.join("\n");
}

/** The facts as rows to read. What only the service's answer gives is left out until it came. */
export function confirmationFacts(
  facts: BookingFacts,
  isBooked: boolean,
): readonly { readonly label: string; readonly value: string }[] {
  return [
    { label: "Patient", value: facts.patient },
    ...(facts.dob === null ? [] : [{ label: "Date of birth", value: facts.dob }]),
    { label: "When", value: facts.when },
    { label: "Where", value: facts.address },
    { label: "Service", value: facts.service },
    { label: "Billing", value: facts.billing },
    ...(isBooked
      ? [
          { label: "Price", value: facts.price },
          { label: "Status", value: `${facts.status} – as of ${facts.asOf}` },
          { label: "Booking number", value: facts.number },
        ]
      : []),
    ...(facts.notes === null ? [] : [{ label: "Notes", value: facts.notes }]),
  ];
}
