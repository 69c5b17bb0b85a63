import { bookingFields } from "../../domain/booking/booking-fields.ts";
import { readBookingForm } from "../../domain/booking/booking-form.ts";
import { searchText } from "../../domain/form.ts";
import { partsOf, type DateOrder } from "../../domain/time/calendar.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import type { BookingItem } from "../../contract/records/item.ts";
import { shortDay, weekday } from "../../messages/format.ts";
import type { IndexContext, ItemIndex } from "./kind.ts";

const utc = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/**
 * The day of a visit in the ways in which it is looked for: `2026-12-01`, `12/1/2026` with and without noughts and
 * century (the other way round where the day goes first), `Tuesday, December 1, 2026` and `Dec 1, 2026`.
 */
export function dayWords(date: string, dateOrder: DateOrder): string {
  const { year, month, day } = partsOf(date);
  const figures = (parts: readonly (string | number)[]): string =>
    (dateOrder === "month-first" ? parts : [parts[1], parts[0]]).join("/");
  const two = (part: number): string => String(part).padStart(2, "0");
  const bare = figures([month, day]);
  return [
    date,
    `${bare}/${year}`,
    `${bare}/${two(year % 100)}`,
    `${figures([two(month), two(day)])}/${year}`,
    weekday(date),
    shortDay(date),
  ].join(" ");
}

/** What the store finds a booking by. */
export function bookingIndex(item: BookingItem, context: IndexContext): ItemIndex {
  const { form } = item;
  const patientRecordId = form.patient?.kind === "known" ? form.patient.id : null;
  const patient = patientRecordId === null ? null : context.patient(patientRecordId);
  const now = item.updatedAt;
  const read = readBookingForm(form, {
    now,
    today: todayIn(form.timeZone, now),
    dateOrder: context.settings.dateOrder,
    patient,
  });
  const answer = item.result?.appointment ?? null;
  const service = context.settings.services.find((known) => String(known.id) === form.service.trim());
  const words = [
    patient?.input.firstName,
    patient?.input.lastName,
    patient?.patientId,
    service?.name,
    searchText(bookingFields, form),
    answer?.id,
    answer?.status,
    answer?.billingType,
  ];
  const instant = answer?.appointmentDateTime ?? (read.when?.kind === "exact" ? read.when.instant : null);
  // As the list shows it: in the booking's own zone.
  const day = instant === null ? null : todayIn(form.timeZone, instant);
  return {
    patientRecordId,
    appointmentInstant: instant === null ? null : utc(instant),
    searchText: [...words, day === null ? null : dayWords(day, context.settings.dateOrder)]
      .filter((word) => word !== null && word !== undefined)
      .join(" "),
  };
}
