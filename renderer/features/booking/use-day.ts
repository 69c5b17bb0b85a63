import { useMemo } from "react";
import { words } from "../../../messages/words.ts";
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
  /** How many more begin after those: that many were not read. */
  readonly more: number;
  /** How many of the day cannot be shown: their records are damaged, or of a later version. */
  readonly damaged: number;
  readonly isUnread: boolean;
};

/** What is said of a day that was not read whole: who has another visit then may not be known. Null: it was. */
export function formatUnreadDay({ isUnread, more, damaged }: Day): string | null {
  const { visit } = words.booking;
  return isUnread ? visit.dayNotRead : more + damaged > 0 ? visit.dayNotAll : null;
}

/** Reads that day, and again as items change. */
export function useDay(booking: Booking): Day {
  const date = booking.read.values.date ?? null;
  const reading = useRoute(
    "bookings.days",
    { from: date ?? "2000-01-01", days: 1, timeZone: booking.state.form.timeZone },
    { enabled: date !== null, clears: true, refresh: useItems((items) => items.version) },
  );
  const read = date === null ? null : reading.value;
  const isUnread = date !== null && reading.failure !== null;
  return useMemo(() => {
    const others = read?.rows.filter(({ id }) => id !== booking.draft.itemId);
    const bookings = others === undefined ? null : listDayBookings(others, booking);
    return { date, bookings, more: read?.more ?? 0, damaged: read?.unread ?? 0, isUnread };
  }, [date, read, booking, isUnread]);
}
