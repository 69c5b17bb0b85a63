/** Whether the runtime knows `zone` as an IANA time zone name. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** One for each zone: making it takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  formats.set(zone, made);
  return made;
}

/** The zone's offset from UTC at `instant`, as RFC 3339 writes it: `-05:00`. */
function offsetAt(instant: Date, zone: string): string {
  const name =
    formatIn(zone)
      .formatToParts(instant)
      .find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  return /^GMT([+-]\d{2}:\d{2})/.exec(name)?.[1] ?? "+00:00";
}

function offsetMs(offset: string): number {
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))) * 60_000;
}

/** `instant` as an RFC 3339 date-time with the zone's offset on that day: `2026-03-08T14:00:00-04:00`. */
export function inZone(instant: Date, zone: string): string {
  const offset = offsetAt(instant, zone);
  const wallClock = new Date(instant.getTime() + offsetMs(offset)).toISOString();
  return wallClock.replace(/(\.000)?Z$/, "") + offset;
}

/** The calendar date in the zone at `instant`, `YYYY-MM-DD`. */
export function dateInZone(instant: Date, zone: string): string {
  return inZone(instant, zone).slice(0, 10);
}
