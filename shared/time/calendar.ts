import { parseDate } from "@internationalized/date";
import { monthName, weekdayName } from "../../messages/format.ts";
import { languages, type Language } from "../../messages/language.ts";
import { say, type Saying } from "../../messages/saying.ts";

/** How `3/5/84` is read. Year-first dates and dates with a month's name mean the same in both. */
export const dateOrders = ["month-first", "day-first"] as const;
export type DateOrder = (typeof dateOrders)[number];
/** What every reader of a date needs: the day it is where the clinic is, `YYYY-MM-DD`, and the order. */
export type DateContext = { readonly today: string; readonly dateOrder: DateOrder };

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A day of the Gregorian calendar. `month` and `day` count from 1. */
type DateParts = { readonly year: number; readonly month: number; readonly day: number };

/** The parts of a `YYYY-MM-DD`. */
export function splitDate(date: string): DateParts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** `YYYY-MM-DD` without any check; such strings compare in the order of their days. */
export function formatIsoDate({ year, month, day }: DateParts): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** Whether that day exists; only years 1 to 9999. */
export function isExistingDate({ year, month, day }: DateParts): boolean {
  if (year < 1 || year > 9999 || day < 1 || day > (monthDays[month - 1] ?? 0)) return false;
  return month !== 2 || day !== 29 || isLeapYear(year);
}

/** 0 for Sunday to 6 for Saturday. */
export function getWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The day that many days (or months; the last of a shorter month) after the given one. */
export function addTo(date: string, length: { readonly days?: number; readonly months?: number }): string {
  return parseDate(date).add(length).toString();
}

/** The Sunday with which the week of a day begins, both `YYYY-MM-DD`. */
export const getStartOfWeek = (date: string): string => addTo(date, { days: -getWeekday(date) });

/** What most texts are made of: of these signs only the capitals are written otherwise. */
const plainSigns = /^(?! )(?!.*(?:  | $))[ -_a-~]*$/;

/** Lower case without accents, one kind of dash, apostrophe, digit and space: what the readers match against. */
export function normalizeText(text: string): string {
  if (plainSigns.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\p{Pd}|\u2212/gu, "-")
    .replace(/[\u2018\u2019`]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

type Naming = {
  readonly nameOf: (number: number, locale: string) => string;
  readonly first: number;
  readonly count: number;
};
const months: Naming = { nameOf: monthName, first: 1, count: 12 };
const weekdays: Naming = { nameOf: weekdayName, first: 0, count: 7 };

/** Read at every key press: each language's names are made once. */
const made = new Map<string, readonly string[]>();
function namesOf({ nameOf, first, count }: Naming, locale: Language): readonly string[] {
  const key = `${locale} ${count}`;
  const names =
    made.get(key) ??
    Array.from({ length: count }, (_, index) => normalizeText(nameOf(first + index, locale)));
  made.set(key, names);
  return names;
}

/** The number of a month or weekday by its name or the start of it (three letters at least); else null. */
function numberNamed(naming: Naming, word: string, locales: readonly Language[]): number | null {
  if (word.length < 3) return null;
  const indexes = locales.map((locale) => namesOf(naming, locale).findIndex((name) => name.startsWith(word)));
  const index = indexes.find((found) => found >= 0);
  return index === undefined ? null : naming.first + index;
}

/** 0 for Sunday to 6 for Saturday by its name or the start of it (three letters at least); else null. */
export const findWeekday = (word: string, locales: readonly Language[] = languages): number | null =>
  numberNamed(weekdays, word, locales);

/** A date as written: `year` is the digits typed (two or four) or null, `weekday` null when none was. */
export type WrittenDate = {
  readonly kind: "written";
  readonly year: string | null;
  readonly month: number;
  readonly day: number;
  readonly weekday: number | null;
};
type Wrong = {
  readonly kind: "wrong";
  readonly why: Saying;
  /** The same with day and month the other way around, where that is a date. */
  readonly meant?: WrittenDate;
};
type None = { readonly kind: "none" };
const none: None = { kind: "none" };

type Numbers = { readonly year: string | null; readonly month: string; readonly day: string };

function checked(numbers: Numbers, weekday: number | null = null): WrittenDate | Wrong {
  const month = Number(numbers.month);
  const day = Number(numbers.day);
  if (month < 1 || month > 12) {
    const swapped =
      day >= 1 && day <= 12 ? checked({ ...numbers, month: numbers.day, day: numbers.month }) : null;
    const why = say("fields.date.noMonth", { month });
    return swapped?.kind === "written" ? { kind: "wrong", why, meant: swapped } : { kind: "wrong", why };
  }
  if (day < 1 || day > (monthDays[month - 1] ?? 0)) {
    return { kind: "wrong", why: say("fields.date.noDay", { month, day }) };
  }
  return { kind: "written", year: numbers.year, month, day, weekday };
}

type Pair = { readonly first: string; readonly second: string; readonly year: string | null };

function ordered({ first, second, year }: Pair, order: DateOrder): WrittenDate | Wrong {
  return checked(
    order === "month-first" ? { year, month: first, day: second } : { year, month: second, day: first },
  );
}

/** `03051984` and `030584`; `19840305` where the first four digits are a year of this or the last centuries and a date follows. */
function compact(text: string, order: DateOrder): WrittenDate | Wrong {
  const year = text.slice(4);
  const usual = ordered({ first: text.slice(0, 2), second: text.slice(2, 4), year }, order);
  const yearFirst = checked({ year: text.slice(0, 4), month: text.slice(4, 6), day: text.slice(6) });
  return yearFirst.kind === "written" && text >= "1800" && text < "2200" ? yearFirst : usual;
}

function numeric(text: string, order: DateOrder): WrittenDate | Wrong | None {
  if (/^(\d{6}|\d{8})$/.test(text)) return compact(text, order);
  const match = /^(\d{1,4}) ?[-/. ] ?(\d{1,2})(?: ?[-/. ] ?(\d{1,4}))?$/.exec(text);
  const [, first, second, third] = match ?? [];
  if (first === undefined || second === undefined) return none;
  if (first.length === 4 && third !== undefined && third.length <= 2) {
    return checked({ year: first, month: second, day: third });
  }
  if (first.length > 2 || third?.length === 1 || third?.length === 3) return none;
  return ordered({ first, second, year: third ?? null }, order);
}

const fillers = new Set(["st", "nd", "rd", "th", "of", "the", "de", "del", "el"]);

/**
 * `5 Mar 1984`, `March 5th, 1984`, `1984 Mar 5`, `05MAR84`, `Mon 5 Mar`, `5 de marzo de 1984`: by the names of every
 * language of the app, so that what was typed in one is still a date in another. `mar` is March, also where a
 * weekday begins so.
 */
function worded(text: string): WrittenDate | Wrong | None {
  if (!/^['a-z0-9][-a-z0-9 ,./']*$/.test(text)) return none;
  const numbers = text.match(/\d+/g) ?? [];
  const words = (text.match(/[a-z]+/g) ?? []).filter((word) => !fillers.has(word));
  const named = words.map((word) => {
    const month = numberNamed(months, word, languages);
    return { month, weekday: month === null ? findWeekday(word) : null };
  });
  const [{ month } = { month: null }, ...otherMonths] = named.filter((each) => each.month !== null);
  const [onWeekday, ...otherWeekdays] = named.filter((each) => each.weekday !== null);
  const isClear = named.every((each) => each.month !== null || each.weekday !== null);
  if (month === null || !isClear || otherMonths.length + otherWeekdays.length > 0) return none;
  if (numbers.length > 2) return none;
  const yearFirst = numbers[0]?.length === 4;
  const day = yearFirst ? numbers[1] : numbers[0];
  const year = (yearFirst ? numbers[0] : numbers[1]) ?? null;
  if (day === undefined || day.length > 2) return none;
  if (year !== null && year.length !== 2 && year.length !== 4) return none;
  return checked({ year, month: String(month), day }, onWeekday?.weekday);
}

/** A text as the readers of a day match it. What is longer than any date is none, and is not gone through. */
export const normalizeDayText = (text: string): string =>
  text.length > 100 ? "" : normalizeText(text).replace(/[ ,.]+$/, "");

/**
 * Reads a date as people write it, up to but not including what its year means. `wrong`: it is a date, but
 * one that exists in no year; `none`: it is no date.
 */
export function readWrittenDate(text: string, order: DateOrder): WrittenDate | Wrong | None {
  const plain = normalizeDayText(text);
  const byNumbers = numeric(plain, order);
  if (byNumbers.kind !== "none") return byNumbers;
  const byName = worded(plain);
  return byName.kind === "none" ? onWeekday(plain, order) : byName;
}

/** "Tue 12/1": the weekday is checked against the day. */
function onWeekday(plain: string, order: DateOrder): WrittenDate | Wrong | None {
  const [, word = "", rest = ""] = /^([a-z]{3,12})\.?,? (\d.*)$/.exec(plain) ?? [];
  const weekday = numberNamed(months, word, languages) === null ? findWeekday(word) : null;
  const read = weekday === null ? none : numeric(rest, order);
  return read.kind === "written" ? { ...read, weekday } : read;
}

/** The `YYYY-MM-DD` of a written date in that year, or why there is none. */
export function resolveDateInYear(
  written: WrittenDate,
  year: number,
): { readonly date: string } | { readonly why: Saying } {
  const parts = { year, month: written.month, day: written.day };
  if (!isExistingDate(parts)) {
    return { why: say("fields.date.noDayInYear", parts) };
  }
  const date = formatIsoDate(parts);
  if (written.weekday !== null && written.weekday !== getWeekday(date)) {
    return { why: say("fields.date.otherWeekday", { date, typed: weekdayName(written.weekday) }) };
  }
  return { date };
}

const relative = new Map<string, Intl.RelativeTimeFormat>();
/** "today", "tomorrow", "pasado mañana": a day so many days away, in words where the language has them. */
export function formatRelativeDay(days: number, locale: Language): string {
  const format = relative.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  relative.set(locale, format);
  return format.format(days, "day");
}
