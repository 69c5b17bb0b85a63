import { type CalendarDateTime, parseDateTime, toZoned } from "@internationalized/date";
import { zonedText } from "../../messages/format.ts";
import { memoize } from "../core/remembered.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { type Instant, type Wall, formatInstant, getOffsetAt, readInstant, toWall } from "./instant.ts";

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

export type VisitTimeRead =
  /** `instant` is RFC 3339 with the zone's offset on that day. */
  | { readonly kind: "exact"; readonly instant: string }
  /** The clock skips that time; `suggestions` are `HH:MM` of that day. */
  | {
      readonly kind: "gap";
      readonly why: Saying;
      readonly suggestions: string[];
    }
  | {
      readonly kind: "twice";
      readonly why: Saying;
      /** The two moments at which the clock shows that time. */
      readonly earlier: string;
      readonly later: string;
    }
  /** No such time zone on this computer, or no such day or time. */
  | { readonly kind: "unreadable"; readonly why: Saying };

const minute = 60_000;

function wallIn(ms: number, timeZone: string): Wall {
  return toWall(ms, getOffsetAt(ms, timeZone) ?? 0);
}

/** RFC 3339 with the zone's offset at that moment. */
const instantIn = (ms: number, timeZone: string): string => formatInstant(ms, getOffsetAt(ms, timeZone) ?? 0);

const exact = (ms: number, timeZone: string): VisitTimeRead => ({
  kind: "exact",
  instant: instantIn(ms, timeZone),
});

type Span = { readonly from: number; readonly to: number; readonly timeZone: string };

/** The first minute of the new offset, between two moments on either side of one change. */
function changeBetween({ from, to, timeZone }: Span): number {
  const before = getOffsetAt(from, timeZone);
  let [low, high] = [Math.floor(from / minute), Math.ceil(to / minute)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (getOffsetAt(middle * minute, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * minute;
}

function gap(visit: VisitTime, { from, to, timeZone }: Span): VisitTimeRead {
  const change = changeBetween({ from, to, timeZone });
  const last = wallIn(change - minute, timeZone);
  const next = wallIn(change, timeZone);
  const shown = ({ date, time }: Wall): Saying =>
    date === visit.date ? say("time.clock", { time }) : say("time.clockOfDay", { time, date });
  const suggestions = [wallIn(from, timeZone), next, wallIn(to, timeZone)]
    .filter((wall) => wall.date === visit.date)
    .map((wall) => wall.time);
  return {
    kind: "gap",
    why: say("time.skipped", {
      time: visit.time,
      date: visit.date,
      last: shown(last),
      next: shown(next),
      at: zonedText(instantIn(change, timeZone), timeZone),
    }),
    suggestions: [...new Set(suggestions)],
  };
}

function twice(visit: VisitTime, { from, to, timeZone }: Span): VisitTimeRead {
  const earlier = instantIn(from, timeZone);
  const later = instantIn(to, timeZone);
  return {
    kind: "twice",
    why: say("time.twice", {
      time: visit.time,
      date: visit.date,
      earlier: zonedText(earlier, timeZone),
      later: zonedText(later, timeZone),
    }),
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

type Found =
  | { readonly kind: "exact"; readonly ms: number }
  | { readonly kind: "gap" | "twice"; readonly span: Span }
  | { readonly kind: "unreadable"; readonly why: Saying };

/** Read again at every key that is typed anywhere in the form. */
const known = memoize<Found>(100);

const find = (visit: VisitTime): Found =>
  known([visit.date, visit.time, visit.timeZone, visit.repeatedHour].join(" "), () => search(visit));

function search(visit: VisitTime): Found {
  const { timeZone } = visit;
  const local = localTime(visit);
  if (local === null) return { kind: "unreadable", why: say("time.noSuch") };
  if (getOffsetAt(0, timeZone) === null) {
    return { kind: "unreadable", why: say("time.unknownZone", { timeZone }) };
  }
  const from = toZoned(local, timeZone, "earlier").toDate().getTime();
  const to = toZoned(local, timeZone, "later").toDate().getTime();
  if (from === to) return { kind: "exact", ms: from };
  const span = { from, to, timeZone };
  const wall = wallIn(from, timeZone);
  if (wall.date !== visit.date || wall.time !== visit.time) return { kind: "gap", span };
  if (visit.repeatedHour === null) return { kind: "twice", span };
  return { kind: "exact", ms: visit.repeatedHour === "earlier" ? from : to };
}

/** Finds the moment of a day and time in a zone, and says so when the clock skips it or shows it twice. */
export function resolveVisitTime(visit: VisitTime): VisitTimeRead {
  const found = find(visit);
  switch (found.kind) {
    case "exact":
      return exact(found.ms, visit.timeZone);
    case "gap":
      return gap(visit, found.span);
    case "twice":
      return twice(visit, found.span);
    case "unreadable":
      return found;
  }
}

/** The same moment alone, in milliseconds since 1970; null where there is not just one. */
export function toVisitMoment(visit: VisitTime): number | null {
  const found = find(visit);
  return found.kind === "exact" ? found.ms : null;
}

type RecordedTime = {
  /** What was sent, RFC 3339, and the zone it was typed in. */
  readonly typedInstant: string;
  readonly timeZone: string;
  /** What the service answered, both as they came; null or empty when it showed none. */
  readonly recordedInstant: string | null;
  readonly recordedTimeZone: string | null;
};

/** What an answer says of the time that was sent. Silence means that it says the same. */
type ComparedTime = {
  /** What may make the patient come at another time: said loudly. */
  readonly alerts: readonly Saying[];
  /** Another moment or offset was recorded; else it only cannot be read. */
  readonly differs: boolean;
  /** What was answered, and confirms nothing: said quietly. */
  readonly notes: readonly Saying[];
  readonly notShown: readonly ("appointmentDateTime" | "appointmentTimeZone")[];
};

/** Names by which services of the United States call the country's zones, and no computer does. */
const zonesOfNames: Readonly<Record<string, string>> = {
  eastern: "America/New_York",
  "us-eastern": "America/Indiana/Indianapolis",
  central: "America/Chicago",
  mountain: "America/Denver",
  "us-mountain": "America/Phoenix",
  pacific: "America/Los_Angeles",
  alaska: "America/Anchorage",
  alaskan: "America/Anchorage",
  hawaii: "Pacific/Honolulu",
  hawaiian: "Pacific/Honolulu",
  e: "America/New_York",
  c: "America/Chicago",
  m: "America/Denver",
  p: "America/Los_Angeles",
};

/** The zone as this computer knows it; null when it knows none of that name. */
function knownZone(name: string): string | null {
  if (getOffsetAt(0, name) !== null) return name;
  const [, plain = ""] =
    /^(.+?)(?: standard| daylight)? time$/i.exec(name) ?? /^([ECMP])[SD]?T$/i.exec(name) ?? [];
  const key = plain.toLowerCase().replaceAll(" ", "-");
  return Object.hasOwn(zonesOfNames, key) ? (zonesOfNames[key] ?? null) : null;
}

/** What is no name at all, but the JSON of something else, cannot be read; what is one may only be unknown here. */
const unknownZone = (zone: string, typed: string): Saying =>
  say(/^[[{]/.test(zone) ? "time.recordedZoneUnreadable" : "time.recordedZoneUnknown", { typed, zone });

/** Compares the time in an answer with the one that was sent: the moment, and the zone's offset then. */
export function compareRecordedTime(times: RecordedTime): ComparedTime {
  const { typedInstant, timeZone } = times;
  const [text, zoneText] = [times.recordedInstant?.trim() ?? "", times.recordedTimeZone?.trim() ?? ""];
  const typed = readInstant(typedInstant);
  const mine = zonedText(typedInstant, timeZone);
  const zone = zoneText === "" ? timeZone : knownZone(zoneText);
  const compared = text === "" || typed === null ? null : compareMoment(typed, { ...times, text, zone });
  const isOtherZone =
    typed !== null && zone !== null && wallOf(typed, zone).offset !== wallOf(typed, timeZone).offset;
  // Where the moment is known, the sentence about it has both zones.
  const tellsZone = isOtherZone && (text === "" || readInstant(text) === null);
  const alerts = [
    ...(text !== "" && typed === null
      ? [say("time.recordedUnreadable", { typed: mine, recorded: text })]
      : []),
    ...(compared?.kind === "loud" ? [compared.said] : []),
    ...(zone === null ? [unknownZone(zoneText, mine)] : []),
    ...(tellsZone ? [say("time.recordedZoneOther", { typed: mine, zone: zoneText })] : []),
  ];
  return {
    alerts,
    differs: tellsZone || (compared?.kind === "loud" && readInstant(text) !== null),
    notes: compared?.kind === "quiet" ? [compared.said] : [],
    notShown: [
      ...(text === "" ? (["appointmentDateTime"] as const) : []),
      ...(zoneText === "" ? (["appointmentTimeZone"] as const) : []),
    ],
  };
}

type Answered = RecordedTime & { readonly text: string; readonly zone: string | null };
type Told = { readonly kind: "loud" | "quiet"; readonly said: Saying };

function compareMoment(typed: Instant, { text, zone, ...times }: Answered): Told | null {
  const mine = zonedText(times.typedInstant, times.timeZone);
  const recorded = readInstant(text);
  if (recorded === null) {
    const values = { typed: mine, recorded: text };
    return isSameClock(typed, text, times.timeZone)
      ? { kind: "quiet", said: say("time.recordedNoOffset", values) }
      : { kind: "loud", said: say("time.recordedUnreadable", values) };
  }
  const isSame = isSameSecond(typed, recorded);
  const theirZone = zone ?? times.recordedTimeZone ?? "";
  const [myWall, theirWall] = [wallOf(typed, times.timeZone), wallOf(recorded, theirZone)];
  // A zone that is not known is told as that.
  if (isSame && (zone === null || myWall.offset === theirWall.offset)) return null;
  const theirs = zonedText(text, theirZone);
  const shown = (at: string): Saying =>
    myWall.date === theirWall.date ? say("time.zonedClock", { at }) : say("time.zonedDay", { at });
  const values = { typed: shown(mine), recorded: shown(theirs) };
  return {
    kind: "loud",
    said: isSame ? say("time.recordedSame", values) : say("time.recordedOther", values),
  };
}

const isSameSecond = (one: Instant, other: Instant): boolean =>
  Math.floor(one.ms / 1_000) === Math.floor(other.ms / 1_000);

/** Whether a time without an offset is what a clock shows then, on the same day: in the zone that was typed, or in UTC. */
function isSameClock(typed: Instant, text: string, timeZone: string): boolean {
  const wall = wallOf(typed, timeZone);
  const read = readInstant(`${text}Z`);
  if (read === null || toWall(read.ms, 0).date !== wall.date) return false;
  return isSameSecond(typed, read) || isSameSecond({ ...typed, ms: typed.ms + wall.offset * minute }, read);
}

/** What a clock in that zone shows, or in a zone that is not known, one with the instant's own offset. */
function wallOf(instant: Instant, timeZone: string): Wall & { readonly offset: number } {
  const offset = getOffsetAt(instant.ms, timeZone) ?? instant.offset;
  return { ...toWall(instant.ms, offset), offset };
}

/** The day it is in that zone, `YYYY-MM-DD`. In a zone that is not known: the day of the instant's own offset. */
export function getToday(timeZone: string, now: string): string {
  const read = readInstant(now) ?? { ms: 0, offset: 0 };
  // Offsets change on whole minutes.
  const offset = getOffsetAt(Math.floor(read.ms / minute) * minute, timeZone) ?? read.offset;
  return toWall(read.ms, offset).date;
}
