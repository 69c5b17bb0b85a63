import { say, type Saying } from "../../messages/saying.ts";
import type { DayHours, Settings } from "../settings/settings.ts";
import { getWeekday } from "../time/calendar.ts";

type Visit = {
  /** `YYYY-MM-DD`; undefined while it cannot be read. */
  readonly date: string | undefined;
  /** `HH:MM`; undefined while it cannot be read. */
  readonly time: string | undefined;
};

type OpeningHours = Settings["openingHours"];

// Where it closes after midnight, the hours go over it.
const isWithin = ({ opens, closes }: DayHours, at: string): boolean =>
  opens <= closes ? at >= opens && at <= closes : at >= opens || at <= closes;

/**
 * The hours of a day, `YYYY-MM-DD`. Where that is not known, or the clinic is closed on it, from the earliest opening
 * of the week to the latest closing; null where it never opens.
 */
export function getHoursOn(date: string | undefined, week: OpeningHours): DayHours | null {
  const ofDay = date === undefined ? null : week[getWeekday(date)];
  if (ofDay) return ofDay;
  const open = week.filter((hours) => hours !== null);
  const [opens] = open.map((hours) => hours.opens).toSorted();
  const closes = open
    .map((hours) => hours.closes)
    .toSorted()
    .at(-1);
  return opens === undefined || closes === undefined ? null : { opens, closes };
}

/** A day or an hour at which the clinic does not usually see patients: allowed, and said. */
export function checkHours(
  { date, time }: Visit,
  week: OpeningHours,
): { readonly date: Saying | null; readonly time: Saying | null } {
  const isClosedDay = date !== undefined && week[getWeekday(date)] === null;
  const hours = getHoursOn(date, week);
  return {
    date: isClosedDay ? say("booking.visit.closedDay", { date }) : null,
    time:
      time === undefined || hours === null || isWithin(hours, time)
        ? null
        : say("booking.visit.outsideHours", hours),
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
export function doOverlap(one: Span, other: Span): boolean {
  const [a, b] = [Date.parse(one.instant), Date.parse(other.instant)];
  const end = (start: number, { minutes }: Span): number => start + (minutes ?? usualMinutes) * 60_000;
  return a < end(b, other) && b < end(a, one);
}
