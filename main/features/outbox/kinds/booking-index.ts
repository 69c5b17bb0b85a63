import { bookingFields } from "../../../../shared/bookings/booking-fields.ts";
import { readAnsweredInstant } from "../../../../shared/outbox/echo.ts";
import { collectSearchText } from "../../../../shared/core/form.ts";
import { memoize } from "../../../../shared/core/remembered.ts";
import { splitDate, type DateOrder } from "../../../../shared/time/calendar.ts";
import { getToday, toVisitMoment } from "../../../../shared/time/zoned-time.ts";
import { isForm, type BookingItem } from "../../../../shared/outbox/item.ts";
import { shortDay, weekday } from "../../../../messages/format.ts";
import type { IndexContext, ItemIndex } from "./kind.ts";

const utc = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/**
 * The day of a visit in the ways in which it is looked for: `2026-12-01`, `12/1/2026` with and without noughts and
 * century (the other way round where the day goes first), `Tuesday, December 1, 2026` and `Dec 1, 2026`.
 */
export function listDayWords(date: string, dateOrder: DateOrder): string {
  const { year, month, day } = splitDate(date);
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

/** Most saves of a draft change neither its day nor its time. */
const instants = memoize<string | null>(1_000);

/** The moment that was typed, in UTC; null while it is not known. */
function typedInstant({ form, updatedAt: now }: BookingItem, { settings }: IndexContext): string | null {
  const { timeZone, repeatedHour } = form;
  const { dateOrder } = settings;
  const today = getToday(timeZone, now);
  const key = JSON.stringify([form.date, form.time, timeZone, repeatedHour, today, dateOrder]);
  return instants(key, () => {
    const date = bookingFields.date.read(form.date, { now, today, dateOrder, patient: null });
    const time = bookingFields.time.read(form.time, { now, today, dateOrder, patient: null });
    if (date.kind !== "read" || time.kind !== "read") return null;
    const ms = toVisitMoment({ date: date.value, time: time.value.time, timeZone, repeatedHour });
    return ms === null ? null : new Date(ms).toISOString();
  });
}

/** What a booking is looked for by. */
function words({ form, result }: BookingItem, instant: string | null, context: IndexContext): string {
  const patient = form.patient?.kind === "known" ? context.patient(form.patient.id) : null;
  const service = context.settings.services.find((known) => String(known.id) === form.service.trim());
  const answer = result?.appointment ?? null;
  return [
    patient?.input.firstName,
    patient?.input.lastName,
    patient?.patientId,
    service?.name,
    collectSearchText(bookingFields, form),
    answer?.id,
    answer?.status,
    answer?.billingType,
    // As the list shows it: in the booking's own zone.
    instant === null ? null : listDayWords(getToday(form.timeZone, instant), context.settings.dateOrder),
  ]
    .filter((word) => word !== null && word !== undefined)
    .join(" ");
}

/** What the store finds a booking by; nobody looks for words in one that is still typed, or thrown away. */
export function indexBooking(item: BookingItem, context: IndexContext): ItemIndex {
  const { form, result, status } = item;
  const answered = readAnsweredInstant(result?.appointment);
  const instant = answered ?? typedInstant(item, context);
  return {
    patientRecordId: form.patient?.kind === "known" ? form.patient.id : null,
    appointmentInstant: instant === null ? null : utc(instant),
    searchText: isForm(item) || status === "discarded" ? "" : words(item, instant, context),
  };
}
