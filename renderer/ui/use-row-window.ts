import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { measureRowHeight, findRowsInView, chooseRowsToDraw, type Placed, type View } from "./row-window.ts";
import { isFocusLost } from "./use-focus.ts";

type Rows = { readonly from: number; readonly to: number };

type Options = {
  /** Null until it is known. */
  readonly total: number | null;
  readonly drawn: Rows;
  /** The place at which Tab enters; null: at the first row in view. */
  readonly stop: number | null;
  /** The place to bring into view when it is first drawn; null: the list opens at its beginning. */
  readonly beginsAt?: number | null;
  /** Pixels of a row, until some can be measured. */
  readonly height: number;
  readonly onSee: (rows: Rows, anchor: number) => void;
  readonly onStop: (place: number, isHeld: boolean) => void;
  /** Up from the first row. */
  readonly onLeaveUp?: () => void;
};

type RowWindow = {
  /** For the part that holds all rows, each with its place as `data-place`. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
  /** Pixels that stand for a row that is left out. */
  readonly height: number;
};

/** What scrolls the part: the nearest one that can, else the page. */
function scrollerOf(part: HTMLElement): HTMLElement {
  for (let each = part.parentElement; each !== null; each = each.parentElement)
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  return document.documentElement;
}

const rowsIn = (body: HTMLElement): readonly HTMLElement[] => [
  ...body.querySelectorAll<HTMLElement>("[data-place]"),
];
const placeOf = (row: Element): number => Number(row.getAttribute("data-place"));
const rowOf = (element: EventTarget): Element | null =>
  element instanceof Element ? element.closest("[data-place]") : null;
const focusable = (row: Element): HTMLElement | null => row.querySelector("button");

function viewOf(scroller: HTMLElement): View {
  const { top, bottom } = scroller.getBoundingClientRect();
  return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
}

/**
 * Draws of a long list the rows around those in view. The rest is empty height: where a row turns out higher or lower than
 * reckoned, or others come or go above it, Chromium's scroll anchoring keeps what is in view where it is. The focused row
 * stays drawn wherever the list is scrolled to.
 */
export function useRowWindow(options: Options): RowWindow {
  const { total, drawn, stop } = options;
  const body = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  const goal = useRef<number | null>(null);
  const hadFocus = useRef(false);
  const measuredAt = useRef(0);
  const scroller = useRef<HTMLElement>(null);
  const begun = useRef(options.beginsAt ?? null);
  const [height, setHeight] = useState(options.height);
  useLayoutEffect(() => {
    latest.current = options;
  });

  const look = useCallback(() => {
    const part = body.current;
    const { total: count, drawn: rows, onSee } = latest.current;
    if (part === null || count === null || count === 0 || goal.current !== null) return;
    const view = viewOf((scroller.current ??= scrollerOf(part)));
    // Nothing is laid out: hidden, or no window to see.
    if (part.offsetHeight === 0 || view.bottom <= view.top) return;
    const placed = rowsIn(part).map((row): Placed => {
      const { top, bottom } = row.getBoundingClientRect();
      return { place: placeOf(row), top, bottom };
    });
    const near = placed.filter(({ place }) => place >= rows.from && place < rows.to);
    const measured = measureRowHeight(near);
    if (measured !== null && measuredAt.current !== part.clientWidth) {
      measuredAt.current = part.clientWidth;
      setHeight(measured);
      return;
    }
    const { top } = part.getBoundingClientRect();
    const reckoned = near.length > 0 ? near : [{ place: 0, top, bottom: top }];
    const seen = findRowsInView(reckoned, view, height);
    const from = Math.min(seen.from, Math.max(0, count - 1));
    const next = chooseRowsToDraw({ from, to: Math.min(count, Math.max(seen.to, from + 1)) }, rows, count);
    onSee(next, from);
  }, [height]);

  useEffect(() => {
    const part = body.current;
    if (part === null) return;
    const scrolled = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(part)) look();
    };
    const byHand = (): void => {
      goal.current = null;
    };
    // In a narrow window another part scrolls.
    const resized = new ResizeObserver(() => {
      scroller.current = scrollerOf(part);
      look();
    });
    resized.observe(scrollerOf(part));
    document.addEventListener("scroll", scrolled, { capture: true, passive: true });
    part.addEventListener("wheel", byHand, { passive: true });
    part.addEventListener("pointerdown", byHand);
    return () => {
      resized.disconnect();
      document.removeEventListener("scroll", scrolled, { capture: true });
      part.removeEventListener("wheel", byHand);
      part.removeEventListener("pointerdown", byHand);
    };
  }, [look]);

  const focusRow = useCallback((place: number) => {
    const { total: count, drawn: rows, onSee } = latest.current;
    const part = body.current;
    if (count === null || count === 0 || part === null) return;
    goal.current = Math.max(0, Math.min(place, count - 1));
    const row = part.querySelector(`[data-place="${goal.current}"]`);
    if (row !== null) {
      goal.current = null;
      focusable(row)?.focus();
      return;
    }
    const half = Math.ceil((rows.to - rows.from) / 2);
    const from = Math.max(0, Math.min(goal.current - half, count - half * 2));
    onSee({ from, to: Math.min(count, from + half * 2) }, goal.current);
  }, []);

  useLayoutEffect(() => {
    const part = body.current;
    if (part === null) return;
    const begin = begun.current === null ? null : part.querySelector(`[data-place="${begun.current}"]`);
    if (begin !== null) {
      begun.current = null;
      begin.scrollIntoView({ block: "center" });
    }
    if (goal.current !== null) {
      const row = part.querySelector(`[data-place="${goal.current}"]`);
      if (row === null) return;
      goal.current = null;
      focusable(row)?.focus();
    } else if (hadFocus.current && isFocusLost() && stop !== null) {
      // The focused row left the list: the one that took its place has it now.
      hadFocus.current = false;
      focusRow(stop);
    }
    look();
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === null || total === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = placeOf(row);
    const page = Math.max(1, Math.floor((drawn.to - drawn.from) / 2.5) - 1);
    const next = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: Math.min(at + page, total - 1),
      PageUp: Math.max(at - page, 0),
      Home: 0,
      End: total - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) options.onLeaveUp?.();
    else if (next < total) focusRow(next);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>): void => {
    const row = rowOf(target);
    hadFocus.current = row !== null;
    if (row !== null) options.onStop(placeOf(row), true);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLElement>): void => {
    const row = rowOf(target);
    // The window itself lost the focus, or the row is gone: it comes back to where it was.
    if (row === null || !row.isConnected || !document.hasFocus()) return;
    if (relatedTarget instanceof Node && body.current?.contains(relatedTarget) === true) return;
    hadFocus.current = false;
    options.onStop(placeOf(row), false);
  };
  return { body, onKeyDown, onFocus, onBlur, height };
}
