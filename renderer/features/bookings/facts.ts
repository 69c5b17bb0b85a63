import {
  bookingFieldNames,
  bookingFields,
  type BookingField,
} from "../../../shared/bookings/booking-fields.ts";
import { cleanLine, cleanLines, shownAtMost } from "../../../shared/text/clean-text.ts";
import { toSentPlace } from "../../../shared/patients/place-fields.ts";
import type { BookingItem, ListedBooking } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { day, zoned, zonedShort, zonedText } from "../../../messages/format.ts";
import { language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { compareRecordedTime } from "../../../shared/time/zoned-time.ts";
import {
  readAnsweredInstant,
  compareEcho,
  findMissingFields,
  findUnreadableFields,
  isStructure,
  parseSentMembers,
} from "../../../shared/outbox/echo.ts";
import { formatStatus } from "../../lib/item-kinds.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { formatClockMoment, formatAddress, formatName } from "../../ui/format.ts";

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
  /** Each thing that was recorded otherwise than it was sent, or may have been, in a sentence: said loudly. */
  readonly alerts: readonly string[];
  /** One of them is known to be otherwise; else the answer only could not be read. */
  readonly differs: boolean;
  /** What the answer does not confirm, in a sentence each: said quietly. */
  readonly unconfirmed: readonly string[];
};

/** `$85.00`; a currency the computer does not know stands before the number. */
export function formatMoney(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount);
  } catch {
    return `${currency} ${amount}`;
  }
}

/** `Physical therapy, first visit (101)`, or the number alone when the catalogue does not have it. */
export function formatServiceWithNumber(text: string, services: Settings["services"]): string {
  const known = services.find((service) => String(service.id) === text.trim());
  const { serviceNamed, serviceUnnamed } = words.bookings;
  return known === undefined
    ? serviceUnnamed({ id: cleanLine(text, shownAtMost.word) })
    : serviceNamed({ name: cleanLine(known.name, shownAtMost.word), id: known.id });
}

/** `Ann Smith · patient #123`. */
export function formatPatientWithNumber(patient: PatientRecord | null, number: string | null): string {
  const { patientNotKnown, patientNumber, patientWithNumber } = words.bookings;
  if (patient === null)
    return number === null ? patientNotKnown : patientNumber({ number: cleanLine(number, shownAtMost.word) });
  const name = formatName(patient.input);
  return patient.patientId === null ? name : patientWithNumber({ name, number: patient.patientId });
}

/** The fields that are read back in lines of their own, but for empty ones. */
export const listOwnLines = (textOf: (field: BookingField) => string): readonly OwnLine[] =>
  bookingFieldNames.flatMap((field) => {
    const { ownLine } = bookingFields[field];
    const value = ownLine === undefined ? "" : cleanLines(textOf(field));
    return value === ""
      ? []
      : [{ field, label: words.booking.label[field], value, onSlip: ownLine === "slip" }];
  });

/** A text of a form, a body or an answer; null where there is none. */
export function findText(record: object | null | undefined, field: BookingField): string | null {
  const text: unknown = Object.entries(record ?? {}).find(([name]) => name === field)?.[1];
  return typeof text === "string" ? text : null;
}

/** A text of the answer; null where it shows none, or what is no text. */
function recordedText(item: BookingFactsInput["item"], field: BookingField): string | null {
  const text = findText(item.result?.appointment, field);
  return text === null || isStructure(text) ? null : text;
}

/** A field as it was recorded, else as it was sent, else as it was typed. A list leaves out the longest. */
function told(item: BookingFactsInput["item"], field: BookingField, typed: object = item.form): string {
  return recordedText(item, field) ?? findText(sentOf(item), field) ?? findText(typed, field) ?? "";
}

/** A member that only the answer has. What is not shown and what cannot be read are told apart. */
function answeredOnly(text: string | null, shownAs: (text: string) => string): string {
  const { notKnown, notReadable } = words.bookings;
  if (text === null || text.trim() === "") return notKnown;
  return shownAs(text) || notReadable({ recorded: shown(text) });
}

function priceOf(price: number | string | null, currency: string): string {
  return typeof price === "number" ? formatMoney(price, currency) : answeredOnly(price, () => "");
}

/** Where the visit is. */
function addressOf({ item, patient }: BookingFactsInput): string {
  const typed = toSentPlace(item.form.sameAddress && patient !== null ? patient.input : item.form);
  const part = (name: "address" | "city" | "state" | "zip"): string => told(item, name, typed);
  return formatAddress({
    address: part("address"),
    city: part("city"),
    state: part("state"),
    zip: part("zip"),
  });
}

/** Everything the desk says about a booking. What the service recorded goes before what was typed. */
export function describeBooking(input: BookingFactsInput): BookingFacts {
  const { item, patient, settings } = input;
  const recorded = item.result?.appointment ?? null;
  const zone = item.form.timeZone;
  const instant = getBookedInstant(item) ?? input.typedInstant ?? null;
  const typed = cleanLine(`${item.form.date} ${item.form.time} (${zone})`);
  const moment = instant === null ? null : zonedText(instant, zone);
  return {
    patient: formatPatientWithNumber(
      patient,
      item.form.patient?.kind === "number" ? item.form.patient.text : null,
    ),
    dob: patient === null ? null : day(patient.input.dob),
    when: moment === null ? typed : zoned(moment),
    whenShort: moment === null ? typed : zonedShort(moment),
    service: formatServiceWithNumber(item.form.service, settings.services),
    price: priceOf(recorded?.price ?? null, settings.currency),
    status: answeredOnly(recorded?.status ?? null, (text) => (isStructure(text) ? "" : formatStatus(text))),
    number: recorded === null ? words.bookings.notKnown : `#${recorded.id}`,
    address: addressOf(input),
    billing: formatBillingType(recordedText(item, "billingType") ?? item.form.billingType ?? ""),
    lines: listOwnLines((field) => told(item, field)),
    asOf: formatClockMoment(item.result?.bookedAt ?? item.updatedAt, zone),
    ...compareAnswer(item),
  };
}

/** The booking as plain text, one fact a line whatever stands in it, for the clipboard. */
export function formatFacts(facts: BookingFacts): string {
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
const sentOf = (item: BookingItem | ListedBooking): ReturnType<typeof parseSentMembers> =>
  "payload" in item ? parseSentMembers(item.payload) : null;

/** The instant that was sent with a booking; null while nothing was. */
export function getSentInstant(item: BookingItem | ListedBooking): string | null {
  const instant = sentOf(item)?.["appointmentDateTime"];
  return typeof instant === "string" ? instant : null;
}

/** The moment that the service recorded, else the one that was sent; null where there is neither. */
export const getBookedInstant = (item: BookingItem | ListedBooking): string | null =>
  readAnsweredInstant(item.result?.appointment) ?? getSentInstant(item);

const shown = (text: string | null): string => cleanLine(text ?? "", 200);
const oneLine = (text: string | null): string | null => (text === null ? null : cleanLine(text, 60));

type Compared = Pick<BookingFacts, "alerts" | "differs" | "unconfirmed">;

/** What the answer says otherwise than it was sent, what of it cannot be read, and what it does not show; the time first. */
function compareAnswer(item: BookingItem | ListedBooking): Compared {
  const sent = sentOf(item);
  const typedInstant = getSentInstant(item);
  const recorded = item.result?.appointment ?? null;
  if (sent === null || typedInstant === null || recorded === null)
    return { alerts: [], differs: false, unconfirmed: [] };
  const time = compareRecordedTime({
    typedInstant,
    timeZone: item.form.timeZone,
    recordedInstant: oneLine(recorded.appointmentDateTime),
    recordedTimeZone: oneLine(recorded.appointmentTimeZone),
  });
  const { field: say, unreadable, fields } = words.bookings.differs;
  const others = compareEcho(sent, recorded).flatMap(({ field, ...values }) => {
    if (field === "appointmentDateTime") return [];
    const both = { sent: shown(values.sent), recorded: shown(values.recorded) };
    const missing = both.sent === "" ? "sent" : both.recorded === "" ? "recorded" : "neither";
    return [say({ label: fields[field], missing, ...both })];
  });
  const unread = findUnreadableFields(sent, recorded).map(({ field, ...values }) =>
    unreadable({ label: fields[field], sent: shown(values.sent), recorded: shown(values.recorded) }),
  );
  const notShown = [...time.notShown, ...findMissingFields(sent, recorded)].map((field) => fields[field]);
  return {
    alerts: [...time.alerts.map((alert) => said(alert)), ...others, ...unread],
    differs: time.differs || others.length > 0,
    unconfirmed: [
      ...time.notes.map((note) => said(note)),
      ...(notShown.length === 0 ? [] : [words.bookings.notShown({ fields: notShown })]),
    ],
  };
}
