import { parseDate } from "@internationalized/date";
import { addTo } from "./calendar.ts";
import { getOffsetAt, toWall, type Wall } from "./instant.ts";

/** A stretch of time in UTC, as `Date.toISOString()` writes it: from the first moment up to, not including, the second. */
export type Stretch = { readonly from: string; readonly to: string };

/** The first moment of a day in a zone that this computer knows. @param date `YYYY-MM-DD` */
export const getStartOfDay = (date: string, timeZone: string): string =>
  parseDate(date).toDate(timeZone).toISOString();

/** So many days in a zone, from the first moment of `date`. */
export const getDateRange = (date: string, timeZone: string, days = 1): Stretch => ({
  from: getStartOfDay(date, timeZone),
  to: getStartOfDay(addTo(date, { days }), timeZone),
});

/** What a clock in that zone shows at an instant in UTC. */
export function toWallTime(instant: string, timeZone: string): Wall {
  const ms = Date.parse(instant);
  return toWall(ms, getOffsetAt(ms, timeZone) ?? 0);
}
