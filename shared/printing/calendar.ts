import { cleanLine } from "../text/clean-text.ts";

/**
 * A calendar file of RFC 5545, for a patient to take away. Its times are in UTC: the service's answer is a moment, and
 * that is what every calendar shows then, on whatever clock; the zone stands in the description, in words.
 */

/** How sure a visit is, as far as the service's answer says it. */
export type CalendarStatus = "confirmed" | "tentative" | "off";

/** One visit. All texts in one line each, but for the description's. */
export type CalendarEvent = {
  /** The same for the same booking: a calendar that has it already changes its own entry. A UUID (RFC 7986). */
  readonly uid: string;
  /** Milliseconds since 1970 UTC. */
  readonly start: number;
  /** How long the clinic's catalogue says it takes; null: no end is given. */
  readonly minutes: number | null;
  /** When the service answered so, in milliseconds since 1970 UTC. */
  readonly stamp: number;
  readonly standing: Exclude<CalendarStatus, "off">;
  readonly summary: string;
  readonly location: string;
  readonly description: readonly string[];
};

/** Of the statuses, `Pending` waits for an approval, and only what comes after one is a yes. */
const standings: ReadonlyMap<string, CalendarStatus> = new Map([
  ["approved", "confirmed"],
  ["in progress", "confirmed"],
  ["completed", "confirmed"],
  ["canceled", "off"],
  ["cancelled", "off"],
  ["denied", "off"],
]);

/** What a status of the service says; one that is not known, or none, promises nothing. */
export const toCalendarStatus = (status: string | null): CalendarStatus =>
  standings.get((status ?? "").trim().toLowerCase()) ?? "tentative";

/** `20261201T190000Z` */
const moment = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** A text of one line as a value: nothing hidden in it, and what has a meaning escaped (section 3.3.11). */
const escaped = (text: string): string => cleanLine(text, 1_000).replaceAll(/[\\;,]/g, String.raw`\$&`);
const textOf = (lines: readonly string[]): string => lines.map(escaped).join(String.raw`\n`);

/** Of one character in UTF-8. */
function octets(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
/** Octets of a line without its end (section 3.1). */
const mostOctets = 75;

/** One line as several, each but the first begun with a blank, and no character cut apart. */
function folded(line: string): string {
  const lines: string[] = [];
  let part = "";
  let size = 0;
  for (const character of line) {
    const more = octets(character);
    if (size + more > mostOctets) {
      lines.push(part);
      [part, size] = [" ", 1];
    }
    part += character;
    size += more;
  }
  return [...lines, part].join("\r\n");
}

const eventLines = (event: CalendarEvent): readonly string[] => [
  "BEGIN:VEVENT",
  `UID:${event.uid}`,
  `DTSTAMP:${moment(event.stamp)}`,
  `DTSTART:${moment(event.start)}`,
  ...(event.minutes === null ? [] : [`DTEND:${moment(event.start + event.minutes * 60_000)}`]),
  `SUMMARY:${escaped(event.summary)}`,
  `LOCATION:${escaped(event.location)}`,
  `DESCRIPTION:${textOf(event.description)}`,
  `STATUS:${event.standing.toUpperCase()}`,
  // Shared calendars then show others no more than that somebody is busy.
  "CLASS:PRIVATE",
  "END:VEVENT",
];

/** The text of a file with these visits, its lines ended as RFC 5545 wants it. In UTF-8, without a mark. */
export const formatCalendar = (events: readonly CalendarEvent[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Front Desk//Appointment slip//EN",
    "CALSCALE:GREGORIAN",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
