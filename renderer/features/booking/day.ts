import { doOverlap } from "../../../shared/bookings/visit-warnings.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import { formatBookingLine } from "../bookings/index.ts";
import { findService } from "./catalogue.ts";
import type { Booking } from "./use-booking.ts";

/** Another booking of that day, as this computer knows it. */
export type DayBooking = {
  readonly id: string;
  /** `HH:MM` on the clock of the booking that is being made. */
  readonly time: string;
  readonly name: string;
  readonly service: string;
  /** Null: its service does not say. */
  readonly minutes: number | null;
  readonly isSamePatient: boolean;
  /** It is the same patient's and takes some of the same time. */
  readonly overlaps: boolean;
};

type Made = Pick<Booking, "state" | "read" | "settings">;

/** Whether it is for the one who is chosen, by record or by number. */
function isSamePatient({ patientRecord, patientNumber }: BookingLine, { state }: Made): boolean {
  const { patient } = state.form;
  if (patient?.kind === "known" && patient.id === patientRecord) return true;
  const number = patient?.kind === "number" ? patient.text.trim() : String(state.patient?.patientId ?? "");
  return number !== "" && number === patientNumber;
}

/** The bookings of a day beside one that is being made, earliest first. */
export function listDayBookings(lines: readonly BookingLine[], made: Made): readonly DayBooking[] {
  const { read, state } = made;
  const { timeZone } = state.form;
  const settings = { ...made.settings, timeZone };
  const mine =
    read.when?.kind === "exact"
      ? {
          instant: read.when.instant,
          minutes: findService(state.form.service, settings.services)?.minutes ?? null,
        }
      : null;
  return lines.flatMap((line) => {
    const { id, instant } = line;
    if (instant === null) return [];
    const { name, service, minutes, state: stands } = formatBookingLine(line, settings);
    const isSame = isSamePatient(line, made);
    const isHeld = isSame && stands.certainty !== "off";
    return [
      {
        id,
        time: toWallTime(instant, timeZone).time,
        name,
        service,
        minutes,
        isSamePatient: isSame,
        overlaps: isHeld && mine !== null && doOverlap(mine, { instant, minutes }),
      },
    ];
  });
}

type Around = {
  readonly shown: readonly DayBooking[];
  /** How many are left out before those that are shown, and after them. */
  readonly earlier: number;
  readonly later: number;
};

/** At most `count` of them: those around a time of day, `HH:MM`. */
export function selectAround(bookings: readonly DayBooking[], time: string, count: number): Around {
  const next = bookings.filter((booking) => booking.time < time).length;
  const from = Math.max(0, Math.min(next - Math.floor(count / 2), bookings.length - count));
  const shown = bookings.slice(from, from + count);
  return { shown, earlier: from, later: bookings.length - from - shown.length };
}
