import { shortDay, weekday } from "../../messages/format.ts";
import { firstLanguage, language, type Language } from "../../messages/language.ts";
import { say } from "../../messages/saying.ts";
import {
  type DateContext,
  type WrittenDate,
  addTo,
  isExistingDate,
  resolveDateInYear,
  formatIsoDate,
  splitDate,
  normalizeDayText,
  normalizeText,
  formatRelativeDay,
  readWrittenDate,
  findWeekday,
  getWeekday,
} from "./calendar.ts";
import { empty, readAs, toWrong, type FieldReading } from "../core/reading.ts";

/** What people also type, and no language calls a day. */
const distances: Readonly<Record<string, number>> = {
  tmrw: 1,
  "day after tomorrow": 2,
  "the day after tomorrow": 2,
};

/** Relative words are read in English and in the language in use: alone, what is one in a third may be none here. */
const spoken = (): readonly Language[] => [firstLanguage, language];

/** How many days away a word for a day is, such as "tomorrow" or "pasado mañana"; null for all else. */
function distanceNamed(plain: string): number | null {
  const named = [0, 1, -1, 2].find((days) =>
    spoken().some((locale) => normalizeText(formatRelativeDay(days, locale)) === plain),
  );
  return named ?? (Object.hasOwn(distances, plain) ? distances[plain] : null) ?? null;
}

/** How long from today is said, after `in`, `en` or `dentro de`: by the first letter days, weeks or months. */
const lengths: Readonly<Partial<Record<Language, RegExp>>> = {
  "en-US": /^(?:in |\+ ?)?(\d{1,3}|an?) ?(d|days?|w|weeks?|months?)$/,
  "es-US": /^(?:en |dentro de |\+ ?)?(\d{1,3}|una?) ?(d|dias?|s|semanas?|mes(?:es)?)$/,
};

/** `+3`, `in 3 days`, `2 weeks`, `in a month`; `en 3 días`, `dentro de una semana`. */
function afterToday(plain: string, today: string): string | null {
  const match = spoken()
    .map((each) => lengths[each]?.exec(plain) ?? null)
    .find((found) => found !== null);
  const bare = /^\+ ?(\d{1,3})$/.exec(plain);
  const count = bare?.[1] ?? match?.[1];
  if (count === undefined) return null;
  const number = /^\d/.test(count) ? Number(count) : 1;
  const unit = match?.[2] ?? "d";
  if (unit.startsWith("m")) return addTo(today, { months: number });
  return addTo(today, { days: /^[ws]/.test(unit) ? number * 7 : number });
}

/** What may stand around a weekday and changes nothing: it is the next such day in any case. */
const leading = /^(?:(?:next|this|on|el|este|proximo) )+/;
const trailing = / (?:proximo|que viene)$/;

/** A weekday, with or without "next" or "this", is the first such day after today. In English or the language in use. */
function byWords(text: string, today: string): string | null {
  const plain = normalizeDayText(text);
  const distance = distanceNamed(plain);
  if (distance !== null) return addTo(today, { days: distance });
  const named = findWeekday(plain.replace(leading, "").replace(trailing, ""), spoken());
  if (named !== null) return addTo(today, { days: ((named - getWeekday(today) + 6) % 7) + 1 });
  return afterToday(plain, today);
}

/** The year nearest to today with those two digits. */
function nearestYear(digits: string, thisYear: number): number {
  const candidate = thisYear - (thisYear % 100) + Number(digits);
  if (candidate < thisYear - 50) return candidate + 100;
  return candidate >= thisYear + 50 ? candidate - 100 : candidate;
}

/** Without a year it is the next such day, today included; for February 29 that may be years away. */
function visitYear(written: WrittenDate, today: string): number {
  const { year } = splitDate(today);
  if (written.year !== null) {
    return written.year.length === 4 ? Number(written.year) : nearestYear(written.year, year);
  }
  for (let later = year; later <= year + 8; later += 1) {
    const parts = { year: later, month: written.month, day: written.day };
    if (isExistingDate(parts) && formatIsoDate(parts) >= today) return later;
  }
  return year;
}

/** The day of a written date, or why there is none. */
const visitOn = (written: WrittenDate, today: string): ReturnType<typeof resolveDateInYear> =>
  resolveDateInYear(written, visitYear(written, today));

/** The day that may have been meant, if it is still to come. */
function visitMeant(meant: WrittenDate | undefined, today: string): string | undefined {
  if (meant === undefined) return undefined;
  const found = visitOn(meant, today);
  return "date" in found && found.date >= today ? found.date : undefined;
}

const dayAs = (date: string): FieldReading<string> => readAs(date, null, weekday(date));

/**
 * Reads the day of an appointment as typed: `12/1` (the next such day, today included), `12/1/26`,
 * `2026-12-01`, `1 Dec`, `tomorrow`, `mon`, `next monday`, `+3`, `in 2 weeks`. A day in the past is read too.
 * Its value is `YYYY-MM-DD`, its echo "Tuesday, December 1, 2026".
 */
export function readDay(text: string, { today, dateOrder }: DateContext): FieldReading<string> {
  if (text.trim() === "") return empty;
  const worded = byWords(text, today);
  if (worded !== null) return dayAs(worded);
  const written = readWrittenDate(text, dateOrder);
  if (written.kind === "wrong") return toWrong(written.why, visitMeant(written.meant, today));
  if (written.kind === "none")
    return toWrong(say("fields.dayUnreadable", { example: dateOrder === "month-first" ? "12/1" : "1/12" }));
  const found = visitOn(written, today);
  return "why" in found ? toWrong(found.why) : dayAs(found.date);
}

/** Days on which a text is read again to see whether it means the same: soon, next year, years later. */
const laterDays = [1, 3, 366, 800];

/**
 * The text of a day that still means the same day when it is read later, in any language. `tomorrow` and `12/1`
 * depend on the day they are typed, and a draft may be taken up or sent on another one: they become `Dec 1, 2026`.
 * Text that names its year, or that cannot be read, stays as typed.
 */
export function toAbsoluteDay(text: string, context: DateContext): string {
  const read = readDay(text, context);
  if (read.kind !== "read") return text;
  const isAbsolute = laterDays.every((days) => {
    const later = readDay(text, { ...context, today: addTo(context.today, { days }) });
    return later.kind === "read" && later.value === read.value;
  });
  return isAbsolute ? text : shortDay(read.value, firstLanguage);
}
