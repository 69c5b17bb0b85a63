import { dateInYear, partsOf, readWrittenDate, type DateContext } from "../time/calendar.ts";
import { readDay } from "../time/plain-date.ts";

/** What is asked for among bookings. */
export type BookingQuery = {
  /** All of them are to be found. */
  readonly words: readonly string[];
  /** `YYYY-MM-DD`; one of them is to be the day of the visit. Of a day without a year the next one and the last one. */
  readonly days: readonly string[];
  /** The number of the booking or of the patient. Where days are given too, either will do. */
  readonly number: number | null;
  /** What was read as a day and is a name as well, such as Sun: these words alone will do. Empty: there is none. */
  readonly orWords: readonly string[];
};

const nothing: BookingQuery = { words: [], days: [], number: null, orWords: [] };

const numberOf = (text: string): number | null => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** The day that is written, and where no year is, the one before it too: visits of the past are looked for as well. */
function daysOf(text: string, context: DateContext): readonly string[] {
  // A number so short is no date.
  if (/^#?\d{1,5}$/.test(text)) return [];
  const read = readDay(text, context);
  if (read.kind !== "read") return [];
  const written = readWrittenDate(text, context.dateOrder);
  if (written.kind !== "written" || written.year !== null) return [read.value];
  const before = dateInYear(written, partsOf(read.value).year - 1);
  return "date" in before ? [read.value, before.date] : [read.value];
}

type Found = { readonly days: readonly string[]; readonly rest: readonly string[]; readonly text: string };

/** The longest beginning or end of the parts that is a day. */
function dayAmong(parts: readonly string[], context: DateContext): Found | null {
  for (let length = parts.length; length > 0; length -= 1)
    for (const start of new Set([0, parts.length - length])) {
      const text = parts.slice(start, start + length).join(" ");
      const days = daysOf(text, context);
      if (days.length > 0) return { days, text, rest: parts.toSpliced(start, length) };
    }
  return null;
}

/**
 * Reads what is typed to find bookings: words of names in any order (`Doe, Jane`), a day as the wizard reads it, and
 * `#5` or `5`, which is that number alone.
 */
export function readBookingQuery(text: string, context: DateContext): BookingQuery {
  const parts = text
    .replaceAll(/#\s+/g, "#")
    .split(/[\s,]+/)
    .filter((part) => part !== "");
  if (parts.length === 0) return nothing;
  const day = dayAmong(parts, context);
  const rest = day === null ? parts : [...day.rest, ...(/^\d+$/.test(day.text) ? [day.text] : [])];
  const at = rest.findIndex((part) => numberOf(part) !== null);
  return {
    words: at === -1 ? rest : rest.toSpliced(at, 1),
    days: day?.days ?? [],
    number: at === -1 ? null : numberOf(rest[at] ?? ""),
    orWords: day !== null && !/\d/.test(day.text) ? parts : [],
  };
}
