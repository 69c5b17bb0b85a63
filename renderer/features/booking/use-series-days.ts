import { useMemo } from "react";
import type { SeriesRead, SeriesVisit } from "../../../shared/bookings/series.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import { useItems } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { listDayBookings, type DayBooking } from "./day.ts";
import type { Booking } from "./use-booking.ts";

/** What else is booked from this computer on the days of a series. */
export type DaysOfSeries = {
  /** On the day of that visit; null while it is not read. */
  readonly of: (visit: SeriesVisit) => readonly DayBooking[] | null;
  readonly isUnread: boolean;
};

/** Reads those days in one go, and again as items change. */
export function useSeriesDays(booking: Booking, { visits }: SeriesRead): DaysOfSeries {
  const { timeZone } = booking.state.form;
  const dates = [...new Set(visits.flatMap(({ date, isRemoved }) => (isRemoved || !date ? [] : [date])))];
  const { value, failure } = useRoute(
    "bookings.onDates",
    { dates, timeZone },
    { enabled: dates.length > 0, refresh: useItems((items) => items.version) },
  );
  const rows = value?.rows;
  const own = booking.draft.itemId;
  const byDate = useMemo(
    () =>
      rows &&
      Map.groupBy(
        rows.filter(({ id, instant }) => id !== own && instant !== null),
        ({ instant }) => toWallTime(instant ?? "", timeZone).date,
      ),
    [rows, own, timeZone],
  );
  return {
    isUnread: failure !== null,
    of: (visit) => {
      if (byDate === undefined) return null;
      const lines = byDate.get(visit.date ?? "") ?? [];
      return listDayBookings(lines, { ...booking, read: { ...booking.read, when: visit.when } });
    },
  };
}
