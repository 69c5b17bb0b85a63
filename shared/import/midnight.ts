import { asDob } from "../intake/person.ts";
import type { DateContext } from "../time/calendar.ts";

/**
 * Behind a date, as spreadsheets and databases write a day that has no time: " 00:00:00", "T00:00:00.000Z", " 12:00:00 AM",
 * " 12:00:00:000AM", ", 12:00 a. m.", " 0:00 -05:00".
 */
const midnight =
  /(?:,?\s+|T)(?:0?0:00(?::00(?:[.,]0+)?)?(?:\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?))?|12:00(?::00(?:[.,:]0+)?)?\s*a\.?\s?m\.?|0?0:00(?::00)?\s*a\.?\s?m\.?)$/i;

/** No date is longer with its time. */
const longest = 80;

/** A date without the time of midnight that a program wrote behind it. Another time is not taken away: it may be of a visit. */
export const stripMidnight = (text: string): string =>
  text.length > longest ? text : text.replace(midnight, "");

/** Whether a time of the day stands there. */
export const hasTime = (text: string): boolean => /\d:\d\d/.test(text);

/** A date of birth as the form takes it; "" where it is none, or where a time of the day says that it may be another. */
export function asBirth(text: string, context: DateContext): string {
  const day = stripMidnight(text);
  return hasTime(day) ? "" : asDob(day, context);
}
