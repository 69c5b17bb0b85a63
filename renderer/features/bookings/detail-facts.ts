import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { readAnsweredInstant } from "../../../shared/outbox/echo.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import { readDateOfBirth } from "../../../shared/time/date-of-birth.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { shortDay, zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { formatName } from "../../ui/format.ts";
import { describeBooking, type BookingFacts } from "./facts.ts";

export type WholeBooking = { readonly item: BookingItem; readonly patient: PatientRecord | null };

export type DetailFacts = {
  readonly facts: BookingFacts;
  /** RFC 3339; null where none can be read. */
  readonly instant: string | null;
  /** `Tuesday, December 1, 2026, 2:00 PM, Eastern Time`, on the clinic's clock. */
  readonly when: string;
  readonly name: string;
  /** `Mar 5, 1984 (42) · #5`; empty where the patient is not known. */
  readonly who: string;
  /** For "Book another for Ann". */
  readonly firstName: string | null;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
};

/** The moment of the visit, RFC 3339; null where none can be read. */
function instantOf({ item, patient }: WholeBooking, settings: Settings, now: string): string | null {
  return (
    readAnsweredInstant(item.result?.appointment) ??
    getItemKind(item).instant(item, { patient: patient?.input ?? null, settings, now })
  );
}

function whenOf(instant: string | null, facts: BookingFacts, timeZone: string): string {
  if (instant === null || Number.isNaN(Date.parse(instant))) return facts.when;
  const { date, time } = toWallTime(instant, timeZone);
  return words.bookings.when({ date, time, zone: zoneAllYear(timeZone) });
}

function whoOf(patient: PatientRecord | null, today: string): string {
  if (patient === null) return "";
  const { dob } = patient.input;
  const read = readDateOfBirth(dob, { today, dateOrder: "month-first" });
  const born =
    read.kind === "read" ? words.bookings.born({ date: shortDay(dob), age: read.age }) : shortDay(dob);
  return cleanLine(patient.patientId === null ? born : `${born} · #${String(patient.patientId)}`);
}

function serviceOf(item: BookingItem, services: Settings["services"], facts: BookingFacts): string {
  const known = services.find(({ id }) => String(id) === item.form.service.trim());
  if (known === undefined) return facts.service;
  const service = cleanLine(known.name, shownAtMost.word);
  return known.minutes === null ? service : words.bookings.length({ service, minutes: known.minutes });
}

/** A booking as its detail reads: when and who stand out, the rest is a table. */
export function describeBookingDetail(booking: WholeBooking, settings: Settings, now: string): DetailFacts {
  const { item, patient } = booking;
  const instant = instantOf(booking, settings, now);
  const facts = describeBooking({ ...booking, settings, typedInstant: instant });
  const { facts: labels, phone: phoneLabel, booked, statusAsOf } = words.bookings;
  const { status, asOf, number } = facts;
  const phone = patient?.input.phone;
  const isBooked = item.result !== null;
  const answer = item.result?.appointment ?? null;
  const bookedOn = shortDay(getToday(settings.timeZone, item.result?.bookedAt ?? item.updatedAt));
  return {
    facts,
    instant,
    when: whenOf(instant, facts, settings.timeZone),
    name: patient === null ? facts.patient : formatName(patient.input),
    who: whoOf(patient, getToday(settings.timeZone, now)),
    firstName: patient === null ? null : cleanLine(patient.input.firstName, shownAtMost.word),
    rows: [
      { label: labels.service, value: serviceOf(item, settings.services, facts) },
      { label: labels.where, value: facts.address },
      ...(phone === undefined ? [] : [{ label: phoneLabel, value: cleanLine(phone) }]),
      ...(isBooked ? [{ label: labels.price, value: facts.price }] : []),
      { label: labels.billing, value: facts.billing },
      ...facts.lines,
      ...(answer === null ? [] : [{ label: labels.number, value: booked({ number, when: bookedOn }) }]),
      ...(isBooked ? [{ label: labels.status, value: statusAsOf({ status, when: asOf }) }] : []),
    ],
  };
}
