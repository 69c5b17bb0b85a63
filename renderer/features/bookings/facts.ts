import { cleanLine, cleanLines, shownAtMost } from "../../../contract/forms/clean-text.ts";
import { describeInstant, shortInstant } from "../../../contract/forms/zoned-time.ts";
import type { BookingItem, ListedBooking } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { recordedOtherwise, sentInstant, sentOf } from "./differences.ts";
import { day } from "../../../messages/format.ts";

export type BookingFactsInput = {
  /** The booking, or what a list has of it: without notes and the body that was sent. */
  readonly item: BookingItem | ListedBooking;
  readonly patient: PatientRecord | null;
  readonly settings: Pick<Settings, "services" | "currency">;
  /** How day and time are read while nothing was sent; the typed text stands in when it is not given. */
  readonly typedInstant?: string | null;
};

/**
 * A booking in the words of the desk, for the confirmation, the list, the slip and the clipboard. All of it can be
 * shown: one line each, but for the notes, and nothing hidden in it.
 */
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
  /** Each thing that was recorded otherwise than it was sent, in a sentence: said loudly. */
  readonly alerts: readonly string[];
};

/** Stands for what only an answer of the service would tell. */
export const notKnown = "Not known";

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
  return known === undefined
    ? `Service ${cleanLine(text, shownAtMost.word)}`
    : `${cleanLine(known.name, shownAtMost.word)} (${known.id})`;
}

/** `Ann Smith · patient #123`. */
export function patientName(patient: PatientRecord | null, number: string | null): string {
  if (patient === null)
    return number === null
      ? "Patient not known on this computer"
      : `Patient #${cleanLine(number, shownAtMost.word)}`;
  const name = cleanLine(`${patient.input.firstName} ${patient.input.lastName}`, shownAtMost.word);
  return patient.patientId === null ? name : `${name} · patient #${patient.patientId}`;
}

export const addressLine = (parts: {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}): string => cleanLine(`${parts.address}, ${parts.city}, ${parts.state} ${parts.zip}`);

/** Where the visit is: each part as it was recorded, else as it was sent, else as it was typed. */
function addressOf({ item, patient }: BookingFactsInput): string {
  const typed = item.form.sameAddress && patient !== null ? patient.input : item.form;
  const sent = sentOf(item);
  const recorded = item.result?.appointment;
  const part = (name: "address" | "city" | "state" | "zip"): string => {
    const before = sent?.[name];
    return recorded?.[name] ?? (typeof before === "string" ? before : typed[name]);
  };
  return addressLine({
    address: part("address"),
    city: part("city"),
    state: part("state"),
    zip: part("zip"),
  });
}

/** The instant without its seconds, which nobody reads in "as of". */
const toMinute = (instant: string): string =>
  instant.replace(/(T\d\d:\d\d):\d\d(\.\d+)?/, (_, minute: string) => `${minute}:00`);

/** As recorded, else as typed; a list has neither. */
function notesOf({ form, result }: BookingItem | ListedBooking): string | null {
  const recorded = result?.appointment ?? {};
  const notes = "notes" in recorded && typeof recorded.notes === "string" ? recorded.notes : null;
  return cleanLines(notes ?? ("notes" in form ? form.notes : "")) || null;
}

/** Everything the desk says about a booking. What the service recorded goes before what was typed. */
export function bookingFacts(input: BookingFactsInput): BookingFacts {
  const { item, patient, settings } = input;
  const recorded = item.result?.appointment ?? null;
  const zone = item.form.timeZone;
  const instant = recorded?.appointmentDateTime ?? sentInstant(item) ?? input.typedInstant ?? null;
  const typed = cleanLine(`${item.form.date} ${item.form.time} (${zone})`);
  return {
    patient: patientName(patient, item.form.patient?.kind === "number" ? item.form.patient.text : null),
    dob: patient === null ? null : day(patient.input.dob),
    when: instant === null ? typed : describeInstant(instant, zone),
    whenShort: instant === null ? typed : shortInstant(instant, zone),
    service: serviceName(item.form.service, settings.services),
    price: typeof recorded?.price === "number" ? money(recorded.price, settings.currency) : notKnown,
    status: cleanLine(recorded?.status ?? "", shownAtMost.word) || notKnown,
    number: recorded === null ? notKnown : `#${recorded.id}`,
    address: addressOf(input),
    billing: cleanLine(recorded?.billingType ?? item.form.billingType ?? "", shownAtMost.word),
    notes: notesOf(item),
    asOf: shortInstant(toMinute(item.result?.bookedAt ?? item.updatedAt), zone),
    alerts: recordedOtherwise(item),
  };
}

/** The booking as plain text, one fact a line whatever stands in it, for the clipboard. */
export function factsAsText(facts: BookingFacts): string {
  const lines = [
    ...facts.alerts.map((alert) => `Attention: ${alert}`),
    `Patient: ${facts.patient}`,
    ...(facts.dob === null ? [] : [`Date of birth: ${facts.dob}`]),
    `When: ${facts.when}`,
    `Where: ${facts.address}`,
    `Service: ${facts.service}`,
    `Price: ${facts.price}`,
    `Billing: ${facts.billing}`,
    `Status: ${facts.status}, as of ${facts.asOf}`,
    `Booking: ${facts.number}`,
  ];
  return lines.map((line) => cleanLine(line, 2 * shownAtMost.line)).join("\n");
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
