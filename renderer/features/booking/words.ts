import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { findService } from "./catalogue.ts";
import type { VisitTimeRead } from "../../../shared/time/zoned-time.ts";
import { zone, zoneAllYear, zonedText } from "../../../messages/format.ts";

/** `Eastern Time (America/New_York)`; a zone that the computer does not know is shown as it is. */
export function formatZone(timeZone: string): string {
  const name = zoneAllYear(timeZone);
  return name === timeZone ? timeZone : words.booking.visit.zone({ name, id: timeZone });
}

/** `Eastern Standard Time` once the moment is known, else the zone as such. */
export const formatVisitZone = (when: VisitTimeRead | null, timeZone: string): string =>
  when?.kind === "exact" ? zone(zonedText(when.instant, timeZone)) : formatZone(timeZone);

/** How to type the hour of the morning that was taken for one of the afternoon: `2am`, `2:30am`. `HH:MM`, after noon. */
export function formatMorningHint(time: string): string {
  const minutes = time.slice(2);
  return `${Number(time.slice(0, 2)) - 12}${minutes === ":00" ? "" : minutes}am`;
}

/** `Eastern`, as it is said aloud; a zone that the computer does not know is shown as it is. */
export const formatZoneBriefly = (timeZone: string): string => zoneAllYear(timeZone).replace(/ Time$/, "");

/** `Follow-up visit`; of one that the catalogue does not have, its number. */
export function formatServiceName(typed: string, services: Settings["services"]): string {
  const known = findService(typed, services);
  const { unnamedService } = words.booking.readBack;
  return known === undefined
    ? unnamedService({ id: cleanLine(typed.trim(), shownAtMost.word) })
    : cleanLine(known.name, shownAtMost.word);
}

/** `Follow-up visit · 30 min`, as far as the catalogue knows. */
export function formatServiceWithLength(typed: string, services: Settings["services"]): string {
  const minutes = findService(typed, services)?.minutes ?? null;
  const name = formatServiceName(typed, services);
  return minutes === null ? name : `${name} · ${words.booking.readBack.minutes({ minutes })}`;
}
