import { said, say, type Saying } from "../../messages/saying.ts";
import {
  type DateContext,
  type WrittenDate,
  resolveDateInYear,
  formatIsoDate,
  splitDate,
  normalizeDayText,
  readWrittenDate,
} from "./calendar.ts";

type DateOfBirthRead =
  | { readonly kind: "empty" }
  | {
      readonly kind: "read";
      /** `YYYY-MM-DD` */
      readonly date: string;
      /** "March 5, 1984, age 42" */
      readonly echo: string;
      /** Whole years. */
      readonly age: number;
      readonly warning: Saying | null;
    }
  | {
      readonly kind: "unreadable";
      readonly why: Saying;
      /** The `YYYY-MM-DD` that may have been meant. */
      readonly meant?: string | undefined;
    }
  | { readonly kind: "future"; readonly why: Saying };

const oldest = 110;

/** A two-digit year is the latest year with those digits in which the day is not after today. */
function birthYear(written: WrittenDate, year: string, today: string): number {
  if (year.length === 4) return Number(year);
  const century = Math.floor(splitDate(today).year / 100) * 100;
  const candidate = century + Number(year);
  const isPast = formatIsoDate({ year: candidate, month: written.month, day: written.day }) <= today;
  return isPast ? candidate : candidate - 100;
}

/** Whole years on a day; both `YYYY-MM-DD`. */
export function computeAge(date: string, today: string): number {
  const years = splitDate(today).year - splitDate(date).year;
  return today.slice(5) < date.slice(5) ? years - 1 : years;
}

function warningFor(date: string, today: string): Saying | null {
  const limit = formatIsoDate({ ...splitDate(today), year: splitDate(today).year - oldest });
  return date < limit ? say("fields.dob.old", { date, years: oldest }) : null;
}

/**
 * Digits with the first zero left out, `30584` for `030584`, where they are one day alone: 12184 may be in January or in
 * December, and 31984 a month of 1984.
 */
function withFirstZero(text: string, order: DateContext["dateOrder"]): string {
  const plain = normalizeDayText(text);
  if (!/^(?:\d{5}|\d{7})$/.test(plain) || /^\d(?:19|20)\d\d$/.test(plain)) return text;
  const days = [`0${plain}`, `${plain.slice(0, 2)}0${plain.slice(2)}`].filter(
    (digits) => readWrittenDate(digits, order).kind === "written",
  );
  return days.length === 1 ? (days[0] ?? text) : text;
}

const unreadable = (why: Saying, meant?: string): DateOfBirthRead => ({ kind: "unreadable", why, meant });

/** The day of birth that a written date names, or why there is none. */
function bornOn(written: WrittenDate, year: string, today: string): ReturnType<typeof resolveDateInYear> {
  return resolveDateInYear(written, birthYear(written, year, today));
}

/** The day that may have been meant, if somebody alive can have been born on it. */
function bornOnMeant(meant: WrittenDate | undefined, today: string): string | undefined {
  if (meant === undefined || meant.year === null) return undefined;
  const found = bornOn(meant, meant.year, today);
  return "date" in found && found.date <= today ? found.date : undefined;
}

/**
 * Reads a date of birth as typed: `3/5/84`, `03051984`, `30584`, `1984-03-05`, `5 Mar 1984` and the like, in the
 * given order of day and month. A plain date throughout: no clock and no time zone takes part.
 */
export function readDateOfBirth(text: string, context: DateContext): DateOfBirthRead {
  if (text.trim() === "") return { kind: "empty" };
  const { today, dateOrder } = context;
  const written = readWrittenDate(withFirstZero(text.trim(), dateOrder), dateOrder);
  if (written.kind === "wrong") return unreadable(written.why, bornOnMeant(written.meant, today));
  const example = dateOrder === "month-first" ? "3/5/84" : "5/3/84";
  if (written.kind === "none") return unreadable(say("fields.dob.unreadable", { example }));
  if (written.year === null) return unreadable(say("fields.dob.noYear", { example }));
  const found = bornOn(written, written.year, today);
  if ("why" in found) return unreadable(found.why);
  const { date } = found;
  if (date > today) return { kind: "future", why: say("fields.dob.future", { date }) };
  const age = computeAge(date, today);
  return {
    kind: "read",
    date,
    echo: said(say("fields.dob.echo", { date, age })),
    age,
    warning: warningFor(date, today),
  };
}
