import {
  type DateContext,
  type WrittenDate,
  dateInYear,
  isoDate,
  longDate,
  partsOf,
  readWrittenDate,
} from "./calendar.ts";

export type DateOfBirthRead =
  | { readonly kind: "empty" }
  | {
      readonly kind: "read";
      /** `YYYY-MM-DD` */
      readonly date: string;
      /** "March 5, 1984, age 42" */
      readonly echo: string;
      /** Whole years. */
      readonly age: number;
      readonly warning: string | null;
    }
  | { readonly kind: "unreadable"; readonly message: string }
  | { readonly kind: "future"; readonly message: string };

const oldest = 110;

/** A two-digit year is the latest year with those digits in which the day is not after today. */
function birthYear(written: WrittenDate, year: string, today: string): number {
  if (year.length === 4) return Number(year);
  const century = Math.floor(partsOf(today).year / 100) * 100;
  const candidate = century + Number(year);
  const isPast = isoDate({ year: candidate, month: written.month, day: written.day }) <= today;
  return isPast ? candidate : candidate - 100;
}

function ageOn(date: string, today: string): number {
  const years = partsOf(today).year - partsOf(date).year;
  return today.slice(5) < date.slice(5) ? years - 1 : years;
}

function warningFor(date: string, today: string): string | null {
  const limit = isoDate({ ...partsOf(today), year: partsOf(today).year - oldest });
  return date < limit ? `${longDate(date)} is over ${oldest} years ago. Check the year.` : null;
}

/**
 * Reads a date of birth as typed: `3/5/84`, `03051984`, `1984-03-05`, `5 Mar 1984` and the like, in the
 * given order of day and month. A plain date throughout: no clock and no time zone takes part.
 */
export function readDateOfBirth(text: string, context: DateContext): DateOfBirthRead {
  if (text.trim() === "") return { kind: "empty" };
  const { today, dateOrder } = context;
  const written = readWrittenDate(text, dateOrder);
  if (written.kind === "wrong") return { kind: "unreadable", message: written.message };
  const example = dateOrder === "month-first" ? "3/5/84" : "5/3/84";
  if (written.kind === "none") {
    const message = `This date cannot be read. Type it like ${example}, 5 Mar 1984 or 1984-03-05.`;
    return { kind: "unreadable", message };
  }
  if (written.year === null) {
    return {
      kind: "unreadable",
      message: `The year is missing. Type the date like ${example} or 5 Mar 1984.`,
    };
  }
  const found = dateInYear(written, birthYear(written, written.year, today));
  if ("message" in found) return { kind: "unreadable", message: found.message };
  const { date } = found;
  if (date > today) return { kind: "future", message: `${longDate(date)} is in the future.` };
  const age = ageOn(date, today);
  return { kind: "read", date, echo: `${longDate(date)}, age ${age}`, age, warning: warningFor(date, today) };
}
