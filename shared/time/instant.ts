import { fromAbsolute } from "@internationalized/date";
import { memoize } from "../core/remembered.ts";

/** A moment: milliseconds since 1970 UTC, and the offset it was written with, in minutes. */
export type Instant = { readonly ms: number; readonly offset: number };

/** Moments outside cannot be shown in every zone with a year of four digits. */
const [firstMoment, lastMoment] = [Date.parse("0001-01-03T00:00:00Z"), Date.parse("9999-12-29T00:00:00Z")];

/** Reads an RFC 3339 date-time of a day that exists. Null without an offset: it would mean another moment on every computer. */
export function readInstant(text: string): Instant | null {
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?(?:Z|([+-])(\d\d):?(\d\d))$/i.exec(
    text,
  );
  if (match === null) return null;
  const [, date, time, seconds, sign, hours, minutes] = match;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "-" ? -1 : 1);
  // A leap second is the first of the next minute: `Date` has none.
  const isLeap = seconds?.startsWith(":60") === true;
  const wall = Date.parse(`${date}T${time}${isLeap ? ":59" : (seconds ?? "")}Z`);
  const ms = wall - offset * 60_000 + (isLeap ? 1_000 : 0);
  if (isLeap && ms % 86_400_000 !== 0) return null;
  // `Date` reads February 30 as a day in March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) return null;
  return ms >= firstMoment && ms <= lastMoment && Math.abs(offset) < 1_440 ? { ms, offset } : null;
}

/** Asking for one takes longer than reading a field. */
const offsets = memoize<number | null>(1_000);

/** The zone's offset at that moment in minutes, whole ones; null when this computer knows no such zone. */
export function getOffsetAt(ms: number, timeZone: string): number | null {
  return offsets(`${ms} ${timeZone}`, () => {
    try {
      return Math.round(fromAbsolute(ms, timeZone).offset / 60_000);
    } catch {
      return null;
    }
  });
}

/** What a clock with that offset shows: `YYYY-MM-DD`, `HH:MM`, and the seconds. */
export type Wall = { readonly date: string; readonly time: string; readonly seconds: number };

/** @param offset minutes east of UTC */
export function toWall(ms: number, offset: number): Wall {
  const text = new Date(ms + offset * 60_000).toISOString();
  const [date = "", time = ""] = text.split("T");
  return { date, time: time.slice(0, 5), seconds: Number(time.slice(6, 8)) };
}

/** "-05:00" */
export function formatOffset(offset: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const size = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** RFC 3339 with that offset: "2026-12-01T14:00:00-05:00". */
export function formatInstant(ms: number, offset: number): string {
  return `${new Date(ms + offset * 60_000).toISOString().slice(0, 19)}${formatOffset(offset)}`;
}

type ZoneNameOf = {
  readonly ms: number;
  readonly timeZone: string;
  readonly style: "long" | "short";
  /** BCP 47; English when left out. */
  readonly locale?: string;
};

/** Making one takes longer than all the rest of reading a booking; there are few zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterFor({ timeZone, style, locale = "en-US" }: Omit<ZoneNameOf, "ms">): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: style });
  formatters.set(key, made);
  return made;
}

/** "Eastern Standard Time" or "EST": the name at that moment of a zone this computer knows. */
export function getZoneName({ ms, ...zone }: ZoneNameOf): string {
  const parts = formatterFor(zone).formatToParts(ms);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? zone.timeZone;
}
