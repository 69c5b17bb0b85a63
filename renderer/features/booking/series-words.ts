import { isExpiredCard } from "../../../shared/cards/card-expiry.ts";
import { isPaidByCard } from "../../../shared/service-api/appointment.ts";
import type { SeriesVisit } from "../../../shared/bookings/series.ts";
import { checkHours } from "../../../shared/bookings/visit-warnings.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import { splitDate } from "../../../shared/time/calendar.ts";
import { getZoneName } from "../../../shared/time/instant.ts";
import { language } from "../../../messages/language.ts";
import { weekdayBrief } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import type { DayBooking } from "./day.ts";
import { formatWho } from "./read-back.ts";
import type { Booking } from "./use-booking.ts";
import { formatZoneBriefly } from "./words.ts";

/** `Tue Dec 1, 2:00 PM EST`: a moment on the clock of its zone, with the zone as it is called on that day. */
export function formatMomentLine(instant: string, timeZone: string, today: string): string {
  const { date, time } = toWallTime(instant, timeZone);
  const zone = getZoneName({ ms: Date.parse(instant), timeZone, style: "short", locale: language });
  return words.series.when({ day: weekdayBrief(date, today), time, zone });
}

/** A visit in one line, as far as its day and time can be read. */
export function formatVisit({ date, time, when, typed }: SeriesVisit, { today, state }: Booking): string {
  const { timeZone } = state.form;
  if (when?.kind === "exact") return formatMomentLine(when.instant, timeZone, today);
  if (date === undefined) return typed.date;
  const day = weekdayBrief(date, today);
  return time === undefined ? day : words.series.when({ day, time, zone: formatZoneBriefly(timeZone) });
}

/** What is odd about a visit and allowed, one by one. `others`: what is booked that day; null: not read. */
export function listVisitNotes(
  { state, settings }: Booking,
  visit: SeriesVisit,
  others: readonly DayBooking[] | null,
): readonly string[] {
  const { of, date, time, missingDay, warning } = visit;
  const { form } = state;
  const unusual = checkHours({ date, time }, settings.openingHours);
  const card = isPaidByCard(form.billingType) && form.paymentMethod !== "" ? form.card : null;
  const same = others?.filter(({ isSamePatient }) => isSamePatient) ?? [];
  const clash = same.find(({ overlaps }) => overlaps);
  const other = clash ?? same[0];
  const say = words.series;
  const found = [
    missingDay === null ? null : say.lastDay({ month: splitDate(of).month, day: missingDay }),
    other &&
      (clash === undefined ? say.sameDay : words.booking.visit.overlap)({
        name: formatWho(state) ?? other.name,
        time: other.time,
      }),
    warning && said(warning),
    unusual.date && said(unusual.date),
    unusual.time && said(unusual.time),
    card !== null && date !== undefined && isExpiredCard(card, date) ? say.cardExpires : null,
  ];
  return found.filter((text) => typeof text === "string");
}
