import { anyBooking, type BookingView } from "../../shared/bookings/booking-line.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { readBookingQuery } from "../../shared/bookings/booking-query.ts";
import { getDateRange, type Stretch } from "../../shared/time/clinic-day.ts";
import type { BookingsWanted } from "../../main/db/item-types.ts";
import type { Store } from "../../main/db/types.ts";
import { account } from "./store-records.ts";

/** Whatever was booked, the last first: for `bookings.list`. */
export const recentBookings: RouteInput<"bookings.list"> = {
  view: "recent",
  text: "",
  filter: anyBooking,
  from: 0,
  limit: 50,
  anchor: null,
};

const clinic = { today: "2026-03-02", dateOrder: "month-first", timeZone: "America/New_York" } as const;
const starts: Record<BookingView, BookingsWanted["after"]> = {
  upcoming: { at: "2026-03-02T05:00:00.000Z", number: -1 },
  past: { at: "2026-03-02T05:00:00.000Z", number: 0 },
  recent: { at: "", number: 1_000_000 },
};

/** What the store is asked for on March 2, 2026, by a clinic in New York. */
export function bookingsWanted(
  view: BookingView,
  text = "",
  more: Partial<BookingsWanted> = {},
): BookingsWanted {
  const query = readBookingQuery(text, clinic);
  const stretches = query.days.map((day) => getDateRange(day, clinic.timeZone));
  return {
    accountId: account,
    view,
    query,
    stretches,
    filter: anyBooking,
    after: starts[view],
    limit: 50,
    ...more,
  };
}

/** The bookings whose visits begin within a stretch of time, in their order. */
export const bookingsWithin = (store: Store, stretch: Stretch) =>
  store.read(({ bookings }) =>
    bookings
      .at(
        { accountId: account, view: "upcoming" },
        bookings.visits({ ...bookingsWanted("upcoming"), ...stretch }),
      )
      .items.map(({ item }) => item),
  );
