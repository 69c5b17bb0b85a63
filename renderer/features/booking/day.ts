import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import { overlaps } from "../../../domain/booking/visit-warnings.ts";
import { offsetAt, readInstant, wallAt } from "../../../domain/time/instant.ts";
import type { ListedBooking } from "../../../contract/records/item.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { words } from "../../../messages/words.ts";
import { formatName } from "../../ui/format.ts";
import { serviceOf } from "./catalogue.ts";
import type { Booking } from "./use-booking.ts";
import { serviceName } from "./words.ts";

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
function isSamePatient({ form }: ListedBooking, { state }: Made): boolean {
  const { patient } = state.form;
  const other = form.patient;
  if (patient === null || other === null) return false;
  if (patient.kind === "known" && other.kind === "known") return patient.id === other.id;
  const numberOf = (one: typeof patient): string =>
    one.kind === "number" ? one.text.trim() : String(state.patient?.patientId ?? "");
  // A record of another patient has no number here: only one of the two is known by record.
  if (other.kind === "known" && other.id !== state.patient?.id) return false;
  return numberOf(patient) !== "" && numberOf(patient) === numberOf(other);
}

function nameOf({ form, patient }: ListedBooking): string {
  const { noPatient, patientNumber } = words.booking.readBack;
  if (patient) return formatName(patient);
  if (form.patient?.kind !== "number") return noPatient;
  return patientNumber({ number: cleanLine(form.patient.text, shownAtMost.word) });
}

/** The bookings of a day beside one that is being made, earliest first. */
export function dayBookings(
  bookings: RouteOutput<"bookings.ofDay">["bookings"],
  made: Made,
): readonly DayBooking[] {
  const { settings, read, state } = made;
  const minutesOf = (service: string): number | null =>
    serviceOf(service, settings.services)?.minutes ?? null;
  const mine =
    read.when?.kind === "exact"
      ? { instant: read.when.instant, minutes: minutesOf(state.form.service) }
      : null;
  return bookings.flatMap(({ item, instant }) => {
    const at = readInstant(instant);
    if (at === null) return [];
    const minutes = minutesOf(item.form.service);
    const isSame = isSamePatient(item, made);
    return [
      {
        id: item.id,
        time: wallAt(at.ms, offsetAt(at.ms, state.form.timeZone) ?? at.offset).time,
        name: nameOf(item),
        service: serviceName(item.form.service, settings.services),
        minutes,
        isSamePatient: isSame,
        overlaps: isSame && mine !== null && overlaps(mine, { instant, minutes }),
      },
    ];
  });
}

/** At most `count` of them: those around a time of day, `HH:MM`. */
export function around(bookings: readonly DayBooking[], time: string, count: number): readonly DayBooking[] {
  const next = bookings.filter((booking) => booking.time < time).length;
  const from = Math.max(0, Math.min(next - Math.floor(count / 2), bookings.length - count));
  return bookings.slice(from, from + count);
}
