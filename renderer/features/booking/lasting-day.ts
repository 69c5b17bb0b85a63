import { addTo, monthNames, partsOf, type DateContext } from "../../../domain/time/calendar.ts";
import { readDay } from "../../../domain/time/plain-date.ts";

/** Days on which a text is read again to see whether it means the same: soon, next year, years later. */
const laterDays = [1, 3, 366, 800];

/**
 * The text of a day that still means the same day when it is read later. `tomorrow` and `12/1` depend on the
 * day they are typed, and a draft may be taken up or sent on another one: they become `Dec 1, 2026`.
 * Text that names its year, or that cannot be read, stays as typed.
 */
export function lastingDay(text: string, context: DateContext): string {
  const read = readDay(text, context);
  if (read.kind !== "read") return text;
  const isLasting = laterDays.every((days) => {
    const later = readDay(text, { ...context, today: addTo(context.today, { days }) });
    return later.kind === "read" && later.date === read.date;
  });
  if (isLasting) return text;
  const { year, month, day } = partsOf(read.date);
  return `${(monthNames[month - 1] ?? "").slice(0, 3)} ${day}, ${year}`;
}
