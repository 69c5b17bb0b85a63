import { say, type Saying } from "../../messages/saying.ts";
import type { Settings } from "../../contract/records/settings.ts";
import { weekdayOf } from "../time/calendar.ts";

type Visit = {
  /** `YYYY-MM-DD`; undefined while it cannot be read. */
  readonly date: string | undefined;
  /** `HH:MM`; undefined while it cannot be read. */
  readonly time: string | undefined;
};

/** A day or an hour at which the clinic does not usually see patients: allowed, and said. */
export function hoursWarnings(
  { date, time }: Visit,
  { opens, closes, days }: Settings["openingHours"],
): { readonly date: Saying | null; readonly time: Saying | null } {
  const isClosedDay = date !== undefined && !days.includes(weekdayOf(date));
  // Where it closes after midnight, the hours go over it.
  const isWithin = (at: string): boolean =>
    opens <= closes ? at >= opens && at <= closes : at >= opens || at <= closes;
  return {
    date: isClosedDay ? say("booking.visit.closedDay", { date }) : null,
    time: time === undefined || isWithin(time) ? null : say("booking.visit.outsideHours", { opens, closes }),
  };
}

/** How long a visit is taken to be whose service does not say. */
const usualMinutes = 15;

type Span = {
  /** RFC 3339 instant. */
  readonly instant: string;
  /** Null: the service does not say how long it takes. */
  readonly minutes: number | null;
};

/** Whether two visits take some of the same time. */
export function overlaps(one: Span, other: Span): boolean {
  const [a, b] = [Date.parse(one.instant), Date.parse(other.instant)];
  const end = (start: number, { minutes }: Span): number => start + (minutes ?? usualMinutes) * 60_000;
  return a < end(b, other) && b < end(a, one);
}
