import { useMemo } from "react";
import { useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { listDayBookings, type DayBooking } from "./day.ts";
import type { Booking } from "./use-booking.ts";

/** What else is booked from this computer on the day that is typed. */
export type Day = {
  /** `YYYY-MM-DD`; null while no day can be read. */
  readonly date: string | null;
  /** Null while they are not read. */
  readonly bookings: readonly DayBooking[] | null;
  readonly isUnread: boolean;
};

/** Reads that day, and again as items change. */
export function useDay(booking: Booking): Day {
  const date = booking.read.values.date ?? null;
  const reading = useRoute(
    "bookings.days",
    { from: date ?? "2000-01-01", days: 1, timeZone: booking.state.form.timeZone },
    { enabled: date !== null, clears: true, refresh: useItems((items) => items.version) },
  );
  const rows = date === null ? undefined : reading.value?.rows;
  const isUnread = date !== null && reading.failure !== null;
  return useMemo(() => {
    const others = rows?.filter(({ id }) => id !== booking.draft.itemId);
    return { date, bookings: others === undefined ? null : listDayBookings(others, booking), isUnread };
  }, [date, rows, booking, isUnread]);
}
