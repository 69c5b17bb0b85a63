import { weekday } from "../../messages/format.ts";
import { say, type Saying } from "../../messages/saying.ts";
import {
  type DateContext,
  type WrittenDate,
  addTo,
  dateExists,
  dateInYear,
  isoDate,
  partsOf,
  plainText,
  readWrittenDate,
  weekdayNamed,
  weekdayOf,
} from "./calendar.ts";

export type DayRead =
  | { readonly kind: "empty" }
  /** `date` is `YYYY-MM-DD`, `echo` is "Tuesday, December 1, 2026". */
  | { readonly kind: "read"; readonly date: string; readonly echo: string }
  | { readonly kind: "unreadable"; readonly why: Saying };

const distances: Readonly<Record<string, number>> = {
  today: 0,
  tomorrow: 1,
  tmrw: 1,
  yesterday: -1,
  "day after tomorrow": 2,
  "the day after tomorrow": 2,
};

/** `+3`, `in 3 days`, `2 weeks`, `in a month`. */
function afterToday(plain: string, today: string): string | null {
  const match = /^(?:in |\+ ?)?(\d{1,3}|an?) ?(d|days?|w|weeks?|months?)$/.exec(plain);
  const bare = /^\+ ?(\d{1,3})$/.exec(plain);
  const count = bare?.[1] ?? match?.[1];
  if (count === undefined) return null;
  const number = /^\d/.test(count) ? Number(count) : 1;
  const unit = match?.[2] ?? "d";
  if (unit.startsWith("m")) return addTo(today, { months: number });
  return addTo(today, { days: unit.startsWith("w") ? number * 7 : number });
}

/** A weekday, with or without "next" or "this", is the first such day after today. */
function byWords(text: string, today: string): string | null {
  const plain = plainText(text.slice(0, 100)).replace(/[ ,.]+$/, "");
  const distance = Object.hasOwn(distances, plain) ? distances[plain] : undefined;
  if (distance !== undefined) return addTo(today, { days: distance });
  const named = weekdayNamed(plain.replace(/^(?:next|this|on) /, ""));
  if (named !== null) return addTo(today, { days: ((named - weekdayOf(today) + 6) % 7) + 1 });
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
  const { year } = partsOf(today);
  if (written.year !== null) {
    return written.year.length === 4 ? Number(written.year) : nearestYear(written.year, year);
  }
  for (let later = year; later <= year + 8; later += 1) {
    const parts = { year: later, month: written.month, day: written.day };
    if (dateExists(parts) && isoDate(parts) >= today) return later;
  }
  return year;
}

/**
 * Reads the day of an appointment as typed: `12/1` (the next such day, today included), `12/1/26`,
 * `2026-12-01`, `1 Dec`, `tomorrow`, `mon`, `next monday`, `+3`, `in 2 weeks`. A day in the past is read too.
 */
export function readDay(text: string, context: DateContext): DayRead {
  if (text.trim() === "") return { kind: "empty" };
  const { today, dateOrder } = context;
  const worded = byWords(text, today);
  if (worded !== null) return { kind: "read", date: worded, echo: weekday(worded) };
  const written = readWrittenDate(text, dateOrder);
  if (written.kind === "wrong") return { kind: "unreadable", why: written.why };
  if (written.kind === "none") {
    const example = dateOrder === "month-first" ? "12/1" : "1/12";
    return { kind: "unreadable", why: say("fields.dayUnreadable", { example }) };
  }
  const found = dateInYear(written, visitYear(written, today));
  if ("why" in found) return { kind: "unreadable", why: found.why };
  return { kind: "read", date: found.date, echo: weekday(found.date) };
}
