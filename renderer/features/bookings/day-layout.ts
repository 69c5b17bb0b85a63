import { toWallTime } from "../../../shared/time/clinic-day.ts";
import type { DayHours } from "../../../shared/settings/settings.ts";
import type { AgendaLine } from "./line-words.ts";

/** Minutes of a day on the clinic's clock, from midnight. */
type Span = { readonly start: number; readonly end: number };

/**
 * A visit on the day's grid: beside how many others, and which of the places there is its own, counted from 0. `row`: where more
 * meet than have room beside one another each has a row of its own, counted from 0 in the quarter of an hour in which it begins.
 */
export type Block = AgendaLine &
  Span & { readonly lane: number; readonly lanes: number; readonly row: number | null };
/** A stretch without a visit of this computer: nothing says that it is free. */
export type DayGap = Span;

export const quarter = 15;
const midnight = 24 * 60;

export const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** `HH:MM` */
export const formatMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** So many have room for their words beside one another. */
const mostLanes = 2;
/** What ends within this time is as high as a row, whatever it takes; in minutes. */
const short = 30;
/** Rem of a row, and of a quarter of an hour in which none begins. */
export const rowHeight = 1.75;
const quarterHeight = 1;

const quarterOf = (minute: number): number => Math.floor(minute / quarter);
const isRow = ({ start, end, row }: Block): boolean => row !== null || end - start < short;

/** A visit takes a quarter of an hour at least. */
function spanOf({ line, words }: AgendaLine, timeZone: string): Span {
  const start = toMinutes(toWallTime(line.instant ?? "", timeZone).time);
  return { start, end: Math.min(midnight, start + Math.max(quarter, words.minutes ?? quarter)) };
}

/** Those that meet one another, directly or by others between them, share the width. */
function shared(group: readonly (AgendaLine & Span)[], before: number): readonly Block[] {
  const ends: number[] = [];
  const placed = group.map((visit) => {
    const free = ends.findIndex((end) => end <= visit.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = visit.end;
    return { ...visit, lane };
  });
  if (ends.length <= mostLanes) return placed.map((visit) => ({ ...visit, lanes: ends.length, row: null }));
  // Where the one before ends in the quarter in which these begin, it keeps its place there.
  const rows = new Map(before % quarter === 0 ? [] : [[quarterOf(before), 1]]);
  return group.map((visit) => {
    const row = rows.get(quarterOf(visit.start)) ?? 0;
    rows.set(quarterOf(visit.start), row + 1);
    return { ...visit, lane: 0, lanes: 1, row };
  });
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
  let before = 0;
  return groups.flatMap((group) => {
    const blocks = shared(group, before);
    before = Math.max(...group.map((visit) => visit.end));
    return blocks;
  });
}

/** Where minutes of the day are on its grid, and how high a block is; in rem. */
export type DayScale = {
  readonly top: (minute: number) => number;
  readonly place: (block: Block) => { readonly top: number; readonly height: number };
};

/** A quarter of an hour is as high as the rows that begin in it: no word of them is cut. */
export function createDayScale(blocks: readonly Block[], { start, end }: Span): DayScale {
  const heights = new Map<number, number>();
  for (const block of blocks) {
    const at = quarterOf(block.start);
    const above = block.row ?? (block.start % quarter) / quarter;
    if (isRow(block)) heights.set(at, Math.max(heights.get(at) ?? 0, (above + 1) * rowHeight));
  }
  const heightOf = (at: number): number => Math.max(quarterHeight, heights.get(at) ?? 0);
  const tops = new Map<number, number>();
  let sum = 0;
  for (let at = quarterOf(start); at <= quarterOf(end); at += 1) {
    tops.set(at, sum);
    sum += heightOf(at);
  }
  const top = (minute: number): number => {
    const at = quarterOf(minute);
    return (tops.get(at) ?? 0) + ((minute % quarter) / quarter) * Math.min(heightOf(at), rowHeight);
  };
  return {
    top,
    place: (block) => {
      const upper =
        block.row === null
          ? top(block.start)
          : (tops.get(quarterOf(block.start)) ?? 0) + block.row * rowHeight;
      return { top: upper, height: isRow(block) ? rowHeight : top(block.end) - upper };
    },
  };
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
