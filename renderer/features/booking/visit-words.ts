import type { VisitTimeRead } from "../../../domain/time/zoned-time.ts";
import { zone, zonedText } from "../../../messages/format.ts";
import { language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";

/** `Eastern Time (America/New_York)`; a zone that the computer does not know is shown as it is. */
export function zoneWords(timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(language, {
      timeZone,
      timeZoneName: "longGeneric",
    }).formatToParts();
    const name = parts.find((part) => part.type === "timeZoneName")?.value;
    return name === undefined ? timeZone : words.booking.visit.zone({ name, id: timeZone });
  } catch {
    return timeZone;
  }
}

/** `Eastern Standard Time` once the moment is known, else the zone as such. */
export const visitZone = (when: VisitTimeRead | null, timeZone: string): string =>
  when?.kind === "exact" ? zone(zonedText(when.instant, timeZone)) : zoneWords(timeZone);

/**
 * Says of an hour that was taken for one of the afternoon how to type that of the morning: `2am`, `2:30am`.
 * @param time `HH:MM`, after noon
 */
export function assumedWords(time: string): string {
  const minutes = time.slice(2);
  const morning = `${Number(time.slice(0, 2)) - 12}${minutes === ":00" ? "" : minutes}am`;
  return words.booking.visit.assumed({ time, morning });
}
