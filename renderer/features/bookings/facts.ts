import {
  bookingFieldNames,
  bookingFields,
  type BookingField,
} from "../../../domain/booking/booking-fields.ts";
import { cleanLine, cleanLines, shownAtMost } from "../../../domain/clean-text.ts";
import type { BookingItem, ListedBooking } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { day, zoned, zonedShort, zonedText } from "../../../messages/format.ts";
import { language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { compareRecordedTime } from "../../../domain/time/zoned-time.ts";
import { echoDifferences, sentMembers } from "../../../domain/echo.ts";
import { statusWord } from "../../state/item-kinds.ts";
import { billingWords } from "../../ui/billing-words.ts";
import { clockMoment, formatAddress, formatName } from "../../ui/format.ts";

type BookingFactsInput = {
  /** The booking, or what a list has of it: without notes and the body that was sent. */
  readonly item: BookingItem | ListedBooking;
  readonly patient: PatientRecord | null;
  readonly settings: Pick<Settings, "services" | "currency">;
  /** How day and time are read while nothing was sent; the typed text stands in when it is not given. */
  readonly typedInstant?: string | null;
};

/** A field that is read back under its own label. */
type OwnLine = {
  readonly field: BookingField;
  readonly label: string;
  readonly value: string;
  readonly onSlip: boolean;
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
  /** What has a line of its own. */
  readonly lines: readonly OwnLine[];
  /** When the service answered so, in the booking's zone. */
  readonly asOf: string;
  /** Each thing that was recorded otherwise than it was sent, in a sentence: said loudly. */
  readonly alerts: readonly string[];
};

/** `$85.00`; a currency the computer does not know stands before the number. */
export function money(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${currency} ${amount}`;
  }
}

/** `Physical therapy, first visit (101)`, or the number alone when the catalogue does not have it. */
export function serviceName(text: string, services: Settings["services"]): string {
  const known = services.find((service) => String(service.id) === text.trim());
  const { serviceNamed, serviceUnnamed } = words.bookings;
  return known === undefined
    ? serviceUnnamed({ id: cleanLine(text, shownAtMost.word) })
    : serviceNamed({ name: cleanLine(known.name, shownAtMost.word), id: known.id });
}

/** `Ann Smith · patient #123`. */
export function patientName(patient: PatientRecord | null, number: string | null): string {
  const { patientNotKnown, patientNumber, patientWithNumber } = words.bookings;
  if (patient === null)
    return number === null ? patientNotKnown : patientNumber({ number: cleanLine(number, shownAtMost.word) });
  const name = formatName(patient.input);
  return patient.patientId === null ? name : patientWithNumber({ name, number: patient.patientId });
}

/** The fields that are read back in lines of their own, but for empty ones. */
export const ownLines = (textOf: (field: BookingField) => string): readonly OwnLine[] =>
  bookingFieldNames.flatMap((field) => {
    const { ownLine } = bookingFields[field];
    const value = ownLine === undefined ? "" : cleanLines(textOf(field));
    return value === ""
      ? []
      : [{ field, label: words.booking.label[field], value, onSlip: ownLine === "slip" }];
  });

/** A text of a form, a body or an answer; null where there is none. */
export function textIn(record: object | null | undefined, field: BookingField): string | null {
  const text: unknown = Object.entries(record ?? {}).find(([name]) => name === field)?.[1];
  return typeof text === "string" ? text : null;
}

/** A field as it was recorded, else as it was sent, else as it was typed. A list leaves out the longest. */
function told(item: BookingFactsInput["item"], field: BookingField, typed: object = item.form): string {
  return textIn(item.result?.appointment, field) ?? textIn(sentOf(item), field) ?? textIn(typed, field) ?? "";
}

/** Where the visit is. */
function addressOf({ item, patient }: BookingFactsInput): string {
  const typed = item.form.sameAddress && patient !== null ? patient.input : item.form;
  const part = (name: "address" | "city" | "state" | "zip"): string => told(item, name, typed);
  return formatAddress({
    address: part("address"),
    city: part("city"),
    state: part("state"),
    zip: part("zip"),
  });
}

/** Everything the desk says about a booking. What the service recorded goes before what was typed. */
export function bookingFacts(input: BookingFactsInput): BookingFacts {
  const { item, patient, settings } = input;
  const recorded = item.result?.appointment ?? null;
  const zone = item.form.timeZone;
  const instant = bookedInstant(item) ?? input.typedInstant ?? null;
  const typed = cleanLine(`${item.form.date} ${item.form.time} (${zone})`);
  const moment = instant === null ? null : zonedText(instant, zone);
  const price = typeof recorded?.price === "number" ? money(recorded.price, settings.currency) : null;
  const { notKnown } = words.bookings;
  return {
    patient: patientName(patient, item.form.patient?.kind === "number" ? item.form.patient.text : null),
    dob: patient === null ? null : day(patient.input.dob),
    when: moment === null ? typed : zoned(moment),
    whenShort: moment === null ? typed : zonedShort(moment),
    service: serviceName(item.form.service, settings.services),
    price: price ?? notKnown,
    status: statusWord(recorded?.status ?? "") || notKnown,
    number: recorded === null ? notKnown : `#${recorded.id}`,
    address: addressOf(input),
    billing: billingWords(recorded?.billingType ?? item.form.billingType ?? ""),
    lines: ownLines((field) => told(item, field)),
    asOf: clockMoment(item.result?.bookedAt ?? item.updatedAt, zone),
    alerts: recordedOtherwise(item),
  };
}

/** The booking as plain text, one fact a line whatever stands in it, for the clipboard. */
export function factsAsText(facts: BookingFacts): string {
  const { text } = words.bookings;
  const { patient, dob, when, address, service, price, billing, status, asOf, number } = facts;
  const lines = [
    ...facts.alerts.map((alert) => text.attention({ alert })),
    text.patient({ patient }),
    ...(dob === null ? [] : [text.dob({ dob })]),
    text.when({ when }),
    text.where({ address }),
    text.service({ service }),
    text.price({ price }),
    text.billing({ billing }),
    ...facts.lines.filter(({ onSlip }) => onSlip).map(text.line),
    text.status({ status, asOf }),
    text.booking({ number }),
  ];
  return lines.map((line) => cleanLine(line, 2 * shownAtMost.line)).join("\n");
}

/** What was sent, of a whole booking: lists do not hold it. */
const sentOf = (item: BookingItem | ListedBooking): ReturnType<typeof sentMembers> =>
  "payload" in item ? sentMembers(item.payload) : null;

/** The instant that was sent with a booking; null while nothing was. */
export function sentInstant(item: BookingItem | ListedBooking): string | null {
  const instant = sentOf(item)?.["appointmentDateTime"];
  return typeof instant === "string" ? instant : null;
}

/** The moment that the service recorded, else the one that was sent; null where there is neither. */
export const bookedInstant = (item: BookingItem | ListedBooking): string | null =>
  item.result?.appointment?.appointmentDateTime ?? sentInstant(item);

/** What was typed and what the service recorded, when the two moments or zones differ. */
function timeDifference(item: BookingItem | ListedBooking): string | null {
  const typedInstant = sentInstant(item);
  const recorded = item.result?.appointment;
  if (typedInstant === null || !recorded?.appointmentDateTime) return null;
  const difference = compareRecordedTime({
    typedInstant,
    timeZone: item.form.timeZone,
    recordedInstant: recorded.appointmentDateTime,
    recordedTimeZone: cleanLine(recorded.appointmentTimeZone ?? item.form.timeZone, 60),
  });
  return difference === null ? null : said(difference);
}

const shown = (text: string | null): string => cleanLine(text ?? "", 200);

/** One sentence for everything that the service recorded otherwise than it was sent; the time first. */
function recordedOtherwise(item: BookingItem | ListedBooking): readonly string[] {
  const sent = sentOf(item);
  const recorded = item.result?.appointment ?? null;
  if (sent === null || recorded === null) return [];
  const time = timeDifference(item);
  const { field: say, fields } = words.bookings.differs;
  const others = echoDifferences(sent, recorded).flatMap(({ field, ...values }) => {
    if (field === "appointmentDateTime") return [];
    const both = { sent: shown(values.sent), recorded: shown(values.recorded) };
    const missing = both.sent === "" ? "sent" : both.recorded === "" ? "recorded" : "neither";
    return [say({ label: fields[field], missing, ...both })];
  });
  return time === null ? others : [time, ...others];
}
