import { toWallTime } from "../../../shared/time/clinic-day.ts";
import type { DayHours } from "../../../shared/settings/settings.ts";
import type { AgendaLine } from "./line-words.ts";

/** Minutes of a day on the clinic's clock, from midnight. */
type Span = { readonly start: number; readonly end: number };

/** A visit on the day's grid: beside how many others, and which of the places there is its own, counted from 0. */
export type Block = AgendaLine & Span & { readonly lane: number; readonly lanes: number };
/** A stretch without a visit of this computer: nothing says that it is free. */
export type DayGap = Span;

export const quarter = 15;
const midnight = 24 * 60;

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** `HH:MM` */
export const formatMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Never so low that its words do not fit. */
function spanOf({ line, words }: AgendaLine, timeZone: string): Span {
  const start = toMinutes(toWallTime(line.instant ?? "", timeZone).time);
  return { start, end: Math.min(midnight, start + Math.max(quarter, words.minutes ?? quarter)) };
}

/** Those that meet one another, directly or by others between them, share the width. */
function shared(group: readonly (AgendaLine & Span)[]): readonly Block[] {
  const ends: number[] = [];
  const placed = group.map((visit) => {
    const free = ends.findIndex((end) => end <= visit.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = visit.end;
    return { ...visit, lane };
  });
  return placed.map((visit) => ({ ...visit, lanes: ends.length }));
}

/** The visits of one day on its grid, in the order of their times. */
export function layOutBlocks(lines: readonly AgendaLine[], timeZone: string): readonly Block[] {
  const visits = lines
    .filter(({ line }) => line.instant !== null)
    .map((each) => ({ ...each, ...spanOf(each, timeZone) }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const groups: (AgendaLine & Span)[][] = [];
  let end = -1;
  for (const visit of visits) {
    if (visit.start >= end) groups.push([]);
    groups.at(-1)?.push(visit);
    end = Math.max(end, visit.end);
  }
  return groups.flatMap(shared);
}

/** Of a clinic that is never open. */
const usualHours: DayHours = { opens: "09:00", closes: "17:00" };

/** The whole hours to show: those in which the clinic is open, and more where a visit lies outside of them. */
export function getShownHours(blocks: readonly Block[], hours: DayHours | null): Span {
  const { opens, closes } = hours ?? usualHours;
  const first = Math.min(toMinutes(opens), ...blocks.map(({ start }) => start));
  const last = Math.max(toMinutes(closes), toMinutes(opens) + 60, ...blocks.map(({ end }) => end));
  return { start: Math.floor(first / 60) * 60, end: Math.min(midnight, Math.ceil(last / 60) * 60) };
}

/** Where no block is, in parts of half an hour at most. */
export function findGaps(blocks: readonly Block[], { start, end }: Span): readonly DayGap[] {
  const gaps: DayGap[] = [];
  const isTaken = (at: number): boolean =>
    blocks.some((block) => block.start < at + quarter && at < block.end);
  for (let at = start; at < end; at += quarter) {
    if (isTaken(at)) continue;
    const before = gaps.at(-1);
    if (before?.end === at && at % 30 !== 0)
      gaps[gaps.length - 1] = { start: before.start, end: at + quarter };
    else gaps.push({ start: at, end: at + quarter });
  }
  return gaps;
}
