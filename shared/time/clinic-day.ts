import { parseDate } from "@internationalized/date";
import { addTo } from "./calendar.ts";
import { offsetAt, wallAt, type Wall } from "./instant.ts";

/** A stretch of time in UTC, as `Date.toISOString()` writes it: from the first moment up to, not including, the second. */
export type Stretch = { readonly from: string; readonly to: string };

/** The first moment of a day in a zone that this computer knows. @param date `YYYY-MM-DD` */
export const startOfDay = (date: string, timeZone: string): string =>
  parseDate(date).toDate(timeZone).toISOString();

/** So many days in a zone, from the first moment of `date`. */
export const stretchOf = (date: string, timeZone: string, days = 1): Stretch => ({
  from: startOfDay(date, timeZone),
  to: startOfDay(addTo(date, { days }), timeZone),
});

/** What a clock in that zone shows at an instant in UTC. */
export function wallIn(instant: string, timeZone: string): Wall {
  const ms = Date.parse(instant);
  return wallAt(ms, offsetAt(ms, timeZone) ?? 0);
}
