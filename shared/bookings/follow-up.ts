import { readAs, type FieldReading } from "../core/reading.ts";
import type { DateContext } from "../time/calendar.ts";
import { readDay } from "../time/plain-date.ts";
import { addIntervals, outOfRange, readRepeat } from "./repeat-text.ts";

/** `visit`: the day of the visit that it follows, `YYYY-MM-DD`; null: not known. */
export type FollowUpContext = DateContext & { readonly visit: string | null };

/**
 * Reads when a follow-up is to be: a length such as `6 weeks` or `in 3 months` counts from the day of the visit, or from
 * today where that day has passed and the visit's own count would lie behind; anything else is a day, as everywhere.
 */
export function readFollowUp(text: string, { visit, ...context }: FollowUpContext): FieldReading<string> {
  const length = readRepeat(text);
  if (length.kind === "wrong" && length.why.id === outOfRange.id) return length;
  if (length.kind !== "read" || length.value.unit === null) return readDay(text, context);
  const { count, unit } = length.value;
  const after = visit === null ? "" : addIntervals(visit, { count, unit }, 1);
  return readAs(after >= context.today ? after : addIntervals(context.today, { count, unit }, 1));
}
