import {
  isNumberPart,
  findLongestRun,
  minPhoneDigits,
  readPlainNumber,
  splitSearchText,
} from "../text/search-parts.ts";
import { resolveDateInYear, splitDate, readWrittenDate, type DateContext } from "../time/calendar.ts";
import { readDay } from "../time/plain-date.ts";

/** What is asked for among bookings. */
export type BookingQuery = {
  /** All of them are to be found. */
  readonly words: readonly string[];
  /** `YYYY-MM-DD`; one of them is to be the day of the visit. Of a day without a year the next one and the last one. */
  readonly days: readonly string[];
  /** The number of the booking or of the patient. Where days are given too, either will do. */
  readonly number: number | null;
  /** Digits of a phone number; whose it is will do as well as the number or the day. */
  readonly phone: string | null;
  /** What was read as a day and is a name as well, such as Sun: these words alone will do. Empty: there is none. */
  readonly orWords: readonly string[];
};

/** Whether nothing is asked for, so that every booking will do. */
export const isEmptyBookingQuery = (query: BookingQuery): boolean =>
  Object.values(query).every((asked) => asked === null || (typeof asked === "object" && asked.length === 0));

/** The day that is written, and where no year is, the one before it too: visits of the past are looked for as well. */
function daysOf(text: string, context: DateContext): readonly string[] | null {
  const read = readDay(text, context);
  if (read.kind !== "read") return null;
  const written = readWrittenDate(text, context.dateOrder);
  if (written.kind !== "written" || written.year !== null) return [read.value];
  const before = resolveDateInYear(written, splitDate(read.value).year - 1);
  return "date" in before ? [read.value, before.date] : [read.value];
}

/** The digits of the first parts in a row that are a phone number and no day; `+1` before one is none either. */
function phoneAmong(parts: readonly string[], context: DateContext): Span | null {
  const at = parts.findIndex((part) => isNumberPart(part));
  if (at === -1) return null;
  const rest = parts.slice(at);
  const after = rest.findIndex((part) => !isNumberPart(part));
  const run = after === -1 ? rest : rest.slice(0, after);
  const typed = run.join(" ");
  const digits = typed.replaceAll(/\D/g, "");
  const isPhone = digits.length >= minPhoneDigits && digits.length <= 15 && !typed.includes("#");
  return isPhone && daysOf(typed, context) === null ? { typed, digits, at, count: run.length } : null;
}
type Span = {
  readonly typed: string;
  readonly digits: string;
  readonly at: number;
  readonly count: number;
};

/**
 * Reads what is typed to find bookings, as the search for patients reads it: words of names in any order (`Doe, Jane`), a
 * day as the wizard reads it, a phone number, and `#5` or `5`, which is that number alone.
 */
export function readBookingQuery(text: string, context: DateContext): BookingQuery {
  const { parts } = splitSearchText(text);
  const phone = phoneAmong(parts, context);
  const others = phone === null ? parts : parts.toSpliced(phone.at, phone.count);
  const day = findLongestRun(others, (typed) => daysOf(typed, context));
  const left = day === null ? others : others.toSpliced(day.at, day.count);
  const isDigits = day !== null && /^\d+$/.test(day.typed);
  const rest = [...left, ...(isDigits ? [day.typed] : [])];
  const numbers = rest.map((part) => readPlainNumber(part));
  const at = numbers.findIndex((number) => number !== null);
  return {
    words: at === -1 ? rest : rest.toSpliced(at, 1),
    days: day?.found ?? [],
    // A booking may have a number as long as a phone's.
    number: numbers[at] ?? (phone === null ? null : readPlainNumber(phone.typed)),
    phone: phone?.digits ?? null,
    orWords: day !== null && !/\d/.test(day.typed) ? parts : [],
  };
}
