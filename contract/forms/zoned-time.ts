import { type CalendarDateTime, parseDateTime, toZoned } from "@internationalized/date";
import { longDate, monthNames, partsOf, weekdayDate } from "./calendar.ts";
import {
  type Instant,
  type Wall,
  instantText,
  offsetAt,
  offsetText,
  readInstant,
  wallAt,
  zoneName,
} from "./instant.ts";
import { clockText } from "./time-of-day.ts";

export type VisitTime = {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** IANA name */
  readonly timeZone: string;
  /** Which of the two when the clock shows that time twice; null while nobody chose. */
  readonly repeatedHour: "earlier" | "later" | null;
};

/** One of two moments at which the clock shows the same time. */
export type RepeatedTime = { readonly instant: string; readonly zoneName: string };

export type VisitTimeRead =
  /** `instant` is RFC 3339 with the zone's offset on that day. */
  | { readonly kind: "exact"; readonly instant: string; readonly zoneName: string; readonly echo: string }
  /** The clock skips that time; `before` is the last minute it shows, `suggestions` are `HH:MM` of that day. */
  | {
      readonly kind: "gap";
      readonly message: string;
      readonly before: string;
      readonly suggestions: string[];
    }
  | {
      readonly kind: "twice";
      readonly message: string;
      readonly earlier: RepeatedTime;
      readonly later: RepeatedTime;
    }
  /** No such time zone on this computer, or no such day or time. */
  | { readonly kind: "unreadable"; readonly message: string };

const minute = 60_000;

function wallIn(ms: number, timeZone: string): Wall {
  return wallAt(ms, offsetAt(ms, timeZone) ?? 0);
}

function repeated(ms: number, timeZone: string): RepeatedTime {
  return {
    instant: instantText(ms, offsetAt(ms, timeZone) ?? 0),
    zoneName: zoneName({ ms, timeZone, style: "long" }),
  };
}

function exact(ms: number, timeZone: string): VisitTimeRead {
  const { instant, zoneName: name } = repeated(ms, timeZone);
  return { kind: "exact", instant, zoneName: name, echo: describeInstant(instant, timeZone) };
}

type Span = { readonly from: number; readonly to: number; readonly timeZone: string };

/** The first minute of the new offset, between two moments on either side of one change. */
function changeBetween({ from, to, timeZone }: Span): number {
  const before = offsetAt(from, timeZone);
  let [low, high] = [Math.floor(from / minute), Math.ceil(to / minute)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minute, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * minute;
}

function gap(visit: VisitTime, { from, to, timeZone }: Span): VisitTimeRead {
  const change = changeBetween({ from, to, timeZone });
  const last = wallIn(change - minute, timeZone);
  const next = wallIn(change, timeZone);
  const clock = (wall: Wall): string =>
    wall.date === visit.date ? clockText(wall.time) : `${clockText(wall.time)} of ${longDate(wall.date)}`;
  const day = weekdayDate(visit.date);
  const name = zoneName({ ms: change, timeZone, style: "long" });
  const suggestions = [wallIn(from, timeZone), next, wallIn(to, timeZone)]
    .filter((wall) => wall.date === visit.date)
    .map((wall) => wall.time);
  return {
    kind: "gap",
    message:
      `${clockText(visit.time)} does not exist on ${day}: the clocks go from ${clock(last)} to ${clock(next)} ` +
      `(${name}). Choose another time.`,
    before: clockText(last.time),
    suggestions: [...new Set(suggestions)],
  };
}

function twice(visit: VisitTime, { from, to, timeZone }: Span): VisitTimeRead {
  const earlier = repeated(from, timeZone);
  const later = repeated(to, timeZone);
  return {
    kind: "twice",
    message:
      `${clockText(visit.time)} comes twice on ${weekdayDate(visit.date)}, because the clocks go back. ` +
      `Choose the earlier one (${earlier.zoneName}) or the later one (${later.zoneName}).`,
    earlier,
    later,
  };
}

function localTime({ date, time }: VisitTime): CalendarDateTime | null {
  try {
    return parseDateTime(`${date}T${time}`);
  } catch {
    return null;
  }
}

/** Finds the moment of a day and time in a zone, and says so when the clock skips it or shows it twice. */
export function resolveVisitTime(visit: VisitTime): VisitTimeRead {
  const { timeZone } = visit;
  const local = localTime(visit);
  if (local === null) return { kind: "unreadable", message: "There is no such day or time." };
  if (offsetAt(0, timeZone) === null) {
    const message = `The time zone “${timeZone}” is not known on this computer. Choose another in Settings.`;
    return { kind: "unreadable", message };
  }
  const from = toZoned(local, timeZone, "earlier").toDate().getTime();
  const to = toZoned(local, timeZone, "later").toDate().getTime();
  if (from === to) return exact(from, timeZone);
  const span = { from, to, timeZone };
  const wall = wallIn(from, timeZone);
  if (wall.date !== visit.date || wall.time !== visit.time) return gap(visit, span);
  if (visit.repeatedHour === null) return twice(visit, span);
  return exact(visit.repeatedHour === "earlier" ? from : to, timeZone);
}

type Shown = { readonly wall: Wall; readonly clock: string; readonly zone: string; readonly offset: number };

/** An instant on the zone's clock. A zone that is not known keeps its name, with the instant's own offset. */
function shown(instant: Instant, timeZone: string, style: "long" | "short"): Shown {
  const known = offsetAt(instant.ms, timeZone);
  const offset = known ?? instant.offset;
  const wall = wallAt(instant.ms, offset);
  const seconds = wall.seconds === 0 ? "" : `:${String(wall.seconds).padStart(2, "0")}`;
  const own = `UTC${offsetText(offset)}`;
  const unknown = timeZone.trim() === "" ? own : `${timeZone} (${own})`;
  const zone = known === null ? unknown : zoneName({ ms: instant.ms, timeZone, style });
  return { wall, clock: clockText(`${wall.time}${seconds}`), zone, offset };
}

/** "Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time". Text that is no instant comes back as it is. */
export function describeInstant(instant: string, timeZone: string): string {
  const read = readInstant(instant);
  if (read === null) return instant;
  const { wall, clock, zone } = shown(read, timeZone, "long");
  return `${weekdayDate(wall.date)}, ${clock} ${zone}`;
}

/** "Dec 1, 2026, 2:00 PM EST". Text that is no instant comes back as it is. */
export function shortInstant(instant: string, timeZone: string): string {
  const read = readInstant(instant);
  if (read === null) return instant;
  const { wall, clock, zone } = shown(read, timeZone, "short");
  const { year, month, day } = partsOf(wall.date);
  return `${(monthNames[month - 1] ?? "").slice(0, 3)} ${day}, ${year}, ${clock} ${zone}`;
}

export type RecordedTime = {
  /** What was sent, RFC 3339, and the zone it was typed in. */
  readonly typedInstant: string;
  readonly timeZone: string;
  /** What the service answered, both as they came. */
  readonly recordedInstant: string;
  readonly recordedTimeZone: string;
};

/**
 * Null when the service recorded the moment that was typed, in a zone with the same offset then. Otherwise
 * the sentence that says what differs; with the days when they differ too.
 */
export function compareRecordedTime(times: RecordedTime): string | null {
  const typed = readInstant(times.typedInstant);
  const recorded = readInstant(times.recordedInstant);
  if (typed === null || recorded === null) {
    const sent = describeInstant(times.typedInstant, times.timeZone);
    return `You typed ${sent}; the service recorded “${times.recordedInstant}”, which cannot be read.`;
  }
  const mine = shown(typed, times.timeZone, "long");
  const theirs = shown(recorded, times.recordedTimeZone, "long");
  const isSame = Math.floor(typed.ms / 1_000) === Math.floor(recorded.ms / 1_000);
  if (isSame && mine.offset === theirs.offset) return null;
  const day = ({ wall }: Shown): string =>
    mine.wall.date === theirs.wall.date ? "" : `${longDate(wall.date)}, `;
  const text = (time: Shown): string => `${day(time)}${time.clock} ${time.zone}`;
  const verb = isSame ? "recorded the same moment as" : "recorded";
  return `You typed ${text(mine)}; the service ${verb} ${text(theirs)}.`;
}

/** The day it is in that zone, `YYYY-MM-DD`. In a zone that is not known: the day of the instant's own offset. */
export function todayIn(timeZone: string, now: string): string {
  const read = readInstant(now) ?? { ms: 0, offset: 0 };
  return wallAt(read.ms, offsetAt(read.ms, timeZone) ?? read.offset).date;
}
