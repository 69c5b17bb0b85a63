import {
  type Instant,
  getOffsetAt,
  formatOffset,
  readInstant,
  toWall,
  getZoneName,
} from "../shared/time/instant.ts";
import { language } from "./language.ts";

/**
 * Dates, times and lists in a language. These are also the formatters of the messages, `{date, weekday}`: the
 * compiled catalogue calls them with its own language. A text that is no date or time comes back as it is.
 */

/** Making a formatter takes longer than all it formats; there are few. */
const made = new Map<string, Intl.DateTimeFormat>();
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  made.set(key, known);
  return known;
}

/** The same few days are shown again at every key that is typed. */
const texts = new Map<string, string>();
const mostTexts = 1_000;

/** Newer data has a narrow no-break space before AM: it reads like a space, and is one to whoever compares. */
function formatted(date: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const ms = Date.parse(date);
  if (Number.isNaN(ms)) return date;
  const key = `${locale} ${JSON.stringify(options)} ${ms}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= mostTexts) texts.clear();
  const text = dateFormat(locale, options)
    .format(ms)
    .replaceAll(/[\u202F\u00A0]/g, " ");
  texts.set(key, text);
  return text;
}
/** A day in a form of one's own; `2026-12-01` as the options say it. */
export const onDay = (date: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  /^\d{4}-\d\d-\d\d$/.test(date) ? formatted(`${date}T00:00:00Z`, locale, options) : date;

/** "March 5, 1984" for `1984-03-05` */
export const day = (date: string, locale: string = language): string =>
  onDay(date, locale, { dateStyle: "long" });
/** "Tuesday, December 1, 2026" for `2026-12-01` */
export const weekday = (date: string, locale: string = language): string =>
  onDay(date, locale, { dateStyle: "full" });
/** "Dec 1, 2026" for `2026-12-01` */
export const shortDay = (date: string, locale: string = language): string =>
  onDay(date, locale, { dateStyle: "medium" });
/** "Tue, Nov 24" for `2026-11-24`; with its year where `today` is in another one */
export const agendaDay = (date: string, today: string, locale: string = language): string =>
  onDay(date, locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });
/** "2:00 PM" for `14:00`, "2:00:30 PM" for `14:00:30` */
export const clock = (time: string, locale: string = language): string =>
  /^\d\d:\d\d(:\d\d)?$/.test(time)
    ? formatted(`2000-01-01T${time}Z`, locale, { timeStyle: time.length > 5 ? "medium" : "short" })
    : time;
/** "2 PM" for 14 */
export const hour = (number: number, locale: string = language): string =>
  formatted(`2000-01-01T${String(number).padStart(2, "0")}:00Z`, locale, { hour: "numeric" });
/** "January" for 1 */
export const monthName = (month: number, locale: string = language): string =>
  dateFormat(locale, { month: "long" }).format(Date.UTC(2000, month - 1, 1));
/** "Sunday" for 0 */
export const weekdayName = (number: number, locale: string = language): string =>
  dateFormat(locale, { weekday: "long" }).format(Date.UTC(2000, 0, 2 + number));

const zones = new Map<string, string>();
/** "Eastern Time": a zone's name today, whatever the season; the zone itself where it is not known */
export function zoneAllYear(timeZone: string, locale: string = language): string {
  const key = `${locale} ${timeZone}`;
  const name = zones.get(key) ?? zoneNameIn(timeZone, locale);
  zones.set(key, name);
  return name;
}
function zoneNameIn(timeZone: string, locale: string): string {
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
    return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  } catch {
    return timeZone;
  }
}

/** "red, green, and blue" */
export const list = (items: readonly string[], locale: string = language): string =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(items);

/**
 * "Ann Smith". Both languages write the given name first; one that does not gets its own pattern here. A part that
 * is missing leaves no blank.
 */
export const formatName = ({
  firstName = "",
  lastName = "",
}: {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}): string => `${firstName} ${lastName}`.trim();

/** "1 Main St, Albany, NY 12207": the way of the country, whatever the language. */
export const formatAddress = ({
  address,
  city,
  state,
  zip,
}: {
  readonly [part in "address" | "city" | "state" | "zip"]: string;
}): string => `${address}, ${city}, ${state} ${zip}`;

/** `14:00:30` on this computer's clock, for a message with `{time, clock}`. `instant` is RFC 3339. */
export const timeHere = (instant: string): string => new Date(instant).toTimeString().slice(0, 8);

/**
 * A moment on the clock of a zone, as one text that a message can take: `2026-12-01T14:00:00-05:00[America/New_York]`
 * (RFC 9557).
 */
export const zonedText = (instant: string, timeZone: string): string => `${instant}[${timeZone}]`;

type Shown = { readonly date: string; readonly time: string; readonly zone: string };

/** A zone that is not known keeps its name, with the instant's own offset. */
function zoneWords(
  { ms, offset }: Instant,
  timeZone: string,
  style: "long" | "short",
  locale: string,
): string {
  if (getOffsetAt(ms, timeZone) !== null) return getZoneName({ ms, timeZone, style, locale });
  const own = `UTC${formatOffset(offset)}`;
  return timeZone.trim() === "" ? own : `${timeZone} (${own})`;
}

function shown(zoned: string, style: "long" | "short", locale: string): Shown | null {
  const [, instant = "", timeZone = ""] = /^([^[]*)\[(.*)\]$/s.exec(zoned) ?? [];
  const read = readInstant(instant);
  if (read === null) return null;
  const wall = toWall(read.ms, getOffsetAt(read.ms, timeZone) ?? read.offset);
  const seconds = wall.seconds === 0 ? "" : `:${String(wall.seconds).padStart(2, "0")}`;
  const zone = zoneWords(read, timeZone, style, locale);
  return { date: wall.date, time: clock(`${wall.time}${seconds}`, locale), zone };
}
const unread = (zoned: string): string => zoned.replace(/\[.*\]$/s, "");

/** "Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time" */
export function zoned(text: string, locale: string = language): string {
  const found = shown(text, "long", locale);
  return found === null ? unread(text) : `${weekday(found.date, locale)}, ${found.time} ${found.zone}`;
}
/** "Dec 1, 2026, 2:00 PM EST" */
export function zonedShort(text: string, locale: string = language): string {
  const found = shown(text, "short", locale);
  return found === null ? unread(text) : `${shortDay(found.date, locale)}, ${found.time} ${found.zone}`;
}
/** "Eastern Standard Time": the zone's name at that moment */
export function zone(text: string, locale: string = language): string {
  return shown(text, "long", locale)?.zone ?? unread(text);
}
/** "2:00 PM Eastern Standard Time" */
export function zonedClock(text: string, locale: string = language): string {
  const found = shown(text, "long", locale);
  return found === null ? unread(text) : `${found.time} ${found.zone}`;
}
/** "December 1, 2026, 2:00 PM Eastern Standard Time" */
export function zonedDay(text: string, locale: string = language): string {
  const found = shown(text, "long", locale);
  return found === null ? unread(text) : `${day(found.date, locale)}, ${found.time} ${found.zone}`;
}
/** "Tuesday" for `2026-12-01` */
export const weekdayOnly = (date: string, locale: string = language): string =>
  onDay(date, locale, { weekday: "long" });
/** "Tuesday, December 1", with its year where that is not the year of `today`. Both are `YYYY-MM-DD`. */
export const weekdayNear = (date: string, today: string, locale: string = language): string =>
  onDay(date, locale, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });
/** "Tue Dec 1", for a line; with its year where that is not the year of `today`. */
export const weekdayBrief = (date: string, today: string, locale: string = language): string =>
  onDay(date, locale, {
    weekday: "short",
    month: "short",
    day: "numeric",
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  }).replace(",", "");
