import { getOffsetAt, readInstant, toWall, getZoneName, type Wall } from "../../../shared/time/instant.ts";
import { onDay } from "../../../messages/format.ts";
import { language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";

/** The clock a moment is shown on, and what needs no words: the clinic's zone and the present year. */
export type Here = {
  /** IANA name of the zone whose clock is read. */
  readonly timeZone: string;
  /** IANA name. */
  readonly clinicZone: string;
  /** RFC 3339 instant. */
  readonly now: string;
};

/** What a clock of that zone shows at an RFC 3339 instant; null when either cannot be read. */
export function readWallTime(instant: string, timeZone: string): (Wall & { readonly ms: number }) | null {
  const read = readInstant(instant);
  const offset = read === null ? null : getOffsetAt(read.ms, timeZone);
  return read === null || offset === null ? null : { ...toWall(read.ms, offset), ms: read.ms };
}

/** `Tue Nov 24, 11:30 AM`; with the year when it is not this one, and the zone when it is not the clinic's. */
export function formatVisitTime(instant: string, { timeZone, clinicZone, now }: Here): string {
  const wall = readWallTime(instant, timeZone);
  if (wall === null) return instant;
  const { date, time, ms } = wall;
  const isThisYear = readWallTime(now, timeZone)?.date.slice(0, 4) === date.slice(0, 4);
  const shown = {
    day: onDay(date, language, { weekday: "short" }),
    date: onDay(date, language, {
      month: "short",
      day: "numeric",
      ...(isThisYear ? {} : { year: "numeric" }),
    }),
    time,
  };
  return timeZone === clinicZone
    ? words.items.visit(shown)
    : words.items.visitIn({
        ...shown,
        zone: getZoneName({ ms, timeZone, style: "short", locale: language }),
      });
}

/** The same in few letters: `9:02 AM`, and `Nov 23` when that was another day. */
export function formatBriefMoment(
  instant: string,
  { timeZone, now }: Pick<Here, "timeZone" | "now">,
): string {
  const isToday = readWallTime(instant, timeZone)?.date === readWallTime(now, timeZone)?.date;
  return isToday
    ? formatMoment(instant, { timeZone, now })
    : new Date(instant).toLocaleDateString(language, { month: "short", day: "numeric", timeZone });
}

/** A moment of this clinic's own day: `9:02 AM`, and `Nov 23, 9:02 AM` when that was another day. */
export function formatMoment(instant: string, { timeZone, now }: Pick<Here, "timeZone" | "now">): string {
  const isToday = readWallTime(instant, timeZone)?.date === readWallTime(now, timeZone)?.date;
  const clock = { hour: "numeric", minute: "2-digit", timeZone } as const;
  const at = new Date(instant);
  return isToday
    ? at.toLocaleTimeString(language, clock)
    : at.toLocaleString(language, { month: "short", day: "numeric", ...clock });
}
