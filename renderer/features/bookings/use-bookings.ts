import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { RouteInput, RouteOutput } from "../../../shared/routes.ts";
import { useDesk, useItems } from "../../lib/hooks.ts";
import type { ListPart } from "../../lib/long-list.ts";
import { useLongList } from "../../lib/use-long-list.ts";

/** What of the bookings is looked for. */
export type BookingsRequest = Pick<RouteInput<"bookings.list">, "view" | "text" | "filter">;
export type ListedDay = RouteOutput<"bookings.list">["days"][number];
/** A line with its day; null where it stands under none. */
type Row = { readonly id: string; readonly line: BookingLine; readonly day: ListedDay | null };
export type Bookings = ReturnType<typeof useBookings>;

/** The bookings that are asked for, read as they are scrolled. `dayOf`: the day of a moment on the clinic's clock. */
export function useBookings(
  asked: BookingsRequest,
  { today, dayOf }: { readonly today: string; readonly dayOf: (instant: string) => string },
) {
  const { bridge } = useDesk();
  const version = useItems((state) => state.version);
  return useLongList<Row, ListPart<Row>>({
    key: JSON.stringify(asked),
    refresh: `${version} ${today}`,
    read: async (part) => {
      const answer = await bridge.call("bookings.list", { ...asked, ...part });
      if (!answer.ok) return answer;
      const { rows, days, ...place } = answer.value;
      const byDate = new Map(days.map((day) => [day.date, day]));
      const rowOf = (line: BookingLine): Row => ({
        id: line.id,
        line,
        day: (line.instant === null ? undefined : byDate.get(dayOf(line.instant))) ?? null,
      });
      return {
        ok: true,
        value: { ...place, rows: rows.map((row) => (typeof row === "string" ? row : rowOf(row))) },
      };
    },
  });
}
