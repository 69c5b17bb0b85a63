import type { Unreadable } from "../../shared/core/stored.ts";
import { maxListRows, type StretchOfRows } from "../../shared/core/place.ts";

/** Places in a list, counted from 0: from the first up to, and without, the last. */
export type Range = { readonly from: number; readonly to: number };
export type RowOf<R> = R | Unreadable;
type Kept<R> = { readonly row: RowOf<R>; readonly round: number };

/** The row at which Tab enters the list. While it is held it stays drawn, wherever the list is scrolled to. */
export type Stop = { readonly place: number; readonly id: string; readonly isHeld: boolean };

/** A long list of which only the rows around those in view are kept. */
export type LongList<R> = {
  /** How many rows there are; null until main has answered. */
  readonly total: number | null;
  /** The rows to be drawn. */
  readonly range: Range;
  readonly rows: ReadonlyMap<number, Kept<R>>;
  /** Counts up with every change in main: rows of an earlier round are shown until they are read again. */
  readonly round: number;
  /** The last round of which anything was read. */
  readonly readRound: number;
  readonly stop: Stop | null;
  /** The row that keeps its place on the screen while others come and go before it. */
  readonly anchor: { readonly place: number; readonly id: string } | null;
  /** The place at which the list was opened, when it was opened at a row. */
  readonly begins: number | null;
};

/** What main answers for a part of the list. */
export type ListPart<R> = {
  readonly from: number;
  readonly anchorAt: number | null;
  readonly rows: readonly RowOf<R>[];
  readonly total: number;
  readonly hasMore?: boolean;
};

/** A part to be read; `isStop`: of the held row alone. */
export type ListRequest = StretchOfRows & { readonly round: number; readonly isStop: boolean };

type Identified = { readonly id: string };

/** So many rows are drawn before it is known how many are in view. */
const firstRows = 40;
/** So many rows are read beyond those drawn, on both sides, once those are there. */
const ahead = 30;
/** Where a list opens at one of its rows: so many are read before it. */
const before = 15;

/** `id`: the row to begin with, which is looked for in the list. */
export const createList = (id: string | null): LongList<never> => ({
  total: null,
  range: { from: 0, to: firstRows },
  rows: new Map(),
  round: 1,
  readRound: 0,
  stop: null,
  anchor: id === null ? null : { place: before, id },
  begins: null,
});

/** As many places, as far as there are so many, within the list. */
function clamped({ from, to }: Range, total: number): Range {
  const length = Math.min(to - from, total);
  const start = Math.max(0, Math.min(from, total - length));
  return { from: start, to: start + length };
}

export const getRowAt = <R>({ rows }: LongList<R>, place: number): R | null => {
  const row = rows.get(place)?.row;
  return row === undefined || typeof row === "string" ? null : row;
};

const placesOf = ({ from, to }: Range): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** A row that is kept, wherever it stands. */
export function findKeptRow<R extends Identified>({ rows }: LongList<R>, id: string): R | null {
  for (const { row } of rows.values()) if (typeof row !== "string" && row.id === id) return row;
  return null;
}

/** What to read next; null: all that is wanted is there. */
export function planNextRead<R extends Identified>(list: LongList<R>): ListRequest | null {
  const { total, range, rows, round, readRound, stop, anchor } = list;
  const part = (from: number, to: number, known: StretchOfRows["anchor"] = null): ListRequest => ({
    from,
    limit: Math.max(1, Math.min(maxListRows, to - from)),
    anchor: known,
    round,
    isStop: false,
  });
  // The first reading of a round tells how far everything has moved.
  if (readRound !== round)
    return part(
      range.from,
      total === null ? maxListRows : range.to,
      anchor ? { id: anchor.id, was: anchor.place } : anyKept(list),
    );
  const stale = placesOf(range).find((place) => rows.get(place)?.round !== round);
  if (stale !== undefined) return part(stale, range.to);
  if (stop?.isHeld === true && rows.get(stop.place)?.round !== round)
    return { ...part(stop.place, stop.place + 1, { id: stop.id, was: stop.place }), isStop: true };
  return nextAhead(list, part);
}

/** The first row in the range that is known: as good an anchor as any other. */
function anyKept<R extends Identified>(list: LongList<R>): StretchOfRows["anchor"] {
  const was = placesOf(list.range).find((place) => getRowAt(list, place) !== null);
  const row = was === undefined ? null : getRowAt(list, was);
  return was === undefined || row === null ? null : { id: row.id, was };
}

/** Rows near those that are drawn, once a good part of them is missing. */
function nextAhead<R>(
  { total, range, rows }: LongList<R>,
  part: (from: number, to: number) => ListRequest,
): ListRequest | null {
  const isMissing = (place: number): boolean => !rows.has(place);
  const behind = { from: range.to, to: Math.min(total ?? 0, range.to + ahead) };
  const next = placesOf(behind).find(isMissing);
  if (next !== undefined && next < range.to + ahead / 2) return part(next, behind.to);
  const front = { from: Math.max(0, range.from - ahead), to: range.from };
  const last = placesOf(front).findLast(isMissing);
  return last !== undefined && last >= range.from - ahead / 2 ? part(front.from, last + 1) : null;
}

const moveBy = ({ from, to }: Range, by: number): Range => ({ from: from + by, to: to + by });

/** The list with a part that was read: what moved since takes its anchor's way, and nothing stands twice. */
export function mergeAnswer<R extends Identified>(
  list: LongList<R>,
  ask: ListRequest,
  part: ListPart<R>,
): LongList<R> {
  if (ask.isStop) return stopAnswered(list, ask, part);
  const { stop } = list;
  const by = ask.anchor === null || part.anchorAt === null ? 0 : part.anchorAt - ask.anchor.was;
  const total = part.hasMore === true ? Math.max(list.total ?? 0, part.total) : part.total;
  // Where the first rows are asked for, those before the anchor may be fewer than were thought.
  const isShort = list.total === null || list.total <= firstRows;
  const begin = list.total === null ? part.from : 0;
  const moved = isShort ? { from: begin, to: begin + firstRows } : moveBy(list.range, by);
  const range = clamped(moved, total);
  const ids = new Set(part.rows.flatMap((row) => (typeof row === "string" ? [] : [row.id])));
  const rows = new Map<number, Kept<R>>();
  const isNear = (place: number): boolean =>
    (place >= range.from - ahead * 2 && place < range.to + ahead * 2) ||
    (stop?.isHeld === true && place === stop.place + by);
  for (const [at, kept] of list.rows) {
    const place = at + by;
    const isTwice = typeof kept.row !== "string" && ids.has(kept.row.id);
    if (place >= 0 && place < total && isNear(place) && !isTwice) rows.set(place, kept);
  }
  for (const [at, row] of part.rows.entries()) rows.set(part.from + at, { row, round: ask.round });
  const anchor = list.anchor && { ...list.anchor, place: list.anchor.place + by };
  const begins = list.total === null && ask.anchor !== null ? part.anchorAt : list.begins;
  return {
    ...list,
    total,
    range,
    rows,
    readRound: ask.round,
    anchor,
    begins,
    stop: stopIn(rows, stop, by, total),
  };
}

/** Where the stop is now: at its row, else at the one that took its place. */
function stopIn<R extends Identified>(
  rows: LongList<R>["rows"],
  stop: Stop | null,
  by: number,
  total: number,
): Stop | null {
  if (stop === null || total === 0) return null;
  for (const [place, { row }] of rows)
    if (typeof row !== "string" && row.id === stop.id) return { ...stop, place };
  const place = Math.max(0, Math.min(stop.place + by, total - 1));
  const row = rows.get(place)?.row;
  return { ...stop, place, id: row === undefined || typeof row === "string" ? stop.id : row.id };
}

/** The held row alone was looked for: at its new place, or gone. */
function stopAnswered<R extends Identified>(
  list: LongList<R>,
  ask: ListRequest,
  part: ListPart<R>,
): LongList<R> {
  const { stop } = list;
  if (stop === null || stop.id !== ask.anchor?.id) return list;
  const rows = new Map(list.rows);
  rows.delete(stop.place);
  const [row] = part.rows;
  if (part.anchorAt === null || row === undefined) return { ...list, rows, stop: null };
  rows.set(part.from, { row, round: ask.round });
  return { ...list, rows, stop: { ...stop, place: part.from } };
}

/** A row to draw; `gap`: how many rows are left out between it and the one drawn before it. */
export type DrawnRow<R> = { readonly place: number; readonly row: R; readonly gap: number };

/** The rows to draw, in their order, and how many are left out after the last. */
export function listDrawnRows<R>(list: LongList<R>): {
  readonly rows: readonly DrawnRow<R>[];
  readonly after: number;
} {
  const { stop, range, total } = list;
  const places = placesOf(range).filter((place) => getRowAt(list, place) !== null);
  if (
    stop?.isHeld === true &&
    (stop.place < range.from || stop.place >= range.to) &&
    getRowAt(list, stop.place) !== null
  )
    places.push(stop.place);
  places.sort((a, b) => a - b);
  let end = 0;
  const rows = places.flatMap((place) => {
    const row = getRowAt(list, place);
    if (row === null) return [];
    const unread = placesOf({ from: Math.max(end, range.from), to: Math.min(place, range.to) }).filter(
      (each) => typeof list.rows.get(each)?.row === "string",
    ).length;
    const gap = place - end - unread;
    end = place + 1;
    return [{ place, row, gap }];
  });
  return { rows, after: Math.max(0, (total ?? 0) - end) };
}

/** The place at which Tab enters: where the focus was last, else the first row that is drawn around the view. */
export function findTabStop<R extends Identified>(
  drawn: readonly DrawnRow<R>[],
  { stop, anchor }: LongList<R>,
  chosen: string | null = null,
): number | null {
  const isDrawn = (place: number | undefined): boolean => drawn.some((row) => row.place === place);
  if (stop !== null && isDrawn(stop.place)) return stop.place;
  const open = drawn.find(({ row }) => row.id === chosen);
  if (open !== undefined) return open.place;
  if (anchor !== null && isDrawn(anchor.place)) return anchor.place;
  return drawn[0]?.place ?? null;
}

/** How many of the rows that are kept cannot be read, and why. */
export function countUnreadableRows<R>({ rows }: LongList<R>): Record<Unreadable, number> {
  const all = [...rows.values()];
  const count = (why: Unreadable): number => all.filter(({ row }) => row === why).length;
  return { damaged: count("damaged"), newer: count("newer") };
}
