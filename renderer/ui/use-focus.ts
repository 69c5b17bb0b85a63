import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { headingId } from "./page.tsx";

/** Takes the focus to the screen's heading when the part appears, as what stood there before is gone. */
export function useHeadingFocus(isDue = true): void {
  useEffect(() => {
    if (isDue) document.getElementById(headingId)?.focus();
  }, [isDue]);
}

/** Takes the focus to the screen's heading when what had it went away with another `state`. */
export function useFocusKept(state: unknown): void {
  useEffect(() => {
    let frame = 0;
    // A dialog that closes gives the focus back a frame later, where that still can be.
    const wait = (then: () => void): number => requestAnimationFrame(then);
    frame = wait(() => {
      frame = wait(() => {
        if (isFocusLost()) document.getElementById(headingId)?.focus();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [state]);
}

/** True when what had the focus is no longer there. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Brings news to where the person looks: a part with `tabIndex={-1}` that is focused, and so scrolled to,
 * whenever `news` becomes another value than null.
 */
export function useNewsFocus(news: unknown): RefObject<HTMLDivElement | null> {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news !== null) part.current?.focus();
  }, [news]);
  return part;
}

type Reveal = { readonly part: RefObject<HTMLDivElement | null>; readonly reveal: () => void };

/**
 * For the detail of a row that was pressed; the part needs a `tabIndex` of -1. In a narrow window it stands below the list, out of sight: then it is
 * brought into view, and its heading takes the focus.
 */
export function useReveal(): Reveal {
  const part = useRef<HTMLDivElement>(null);
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    const detail = part.current;
    if (presses === 0 || detail === null || detail.getBoundingClientRect().top < window.innerHeight - 120)
      return;
    const bring = (): void => detail.scrollIntoView({ block: "start" });
    bring();
    // Rows above it that were never drawn get their own height only once they are near.
    requestAnimationFrame(() => requestAnimationFrame(bring));
    // The part itself while its heading is still being read.
    (detail.querySelector<HTMLElement>("h2[tabindex]") ?? detail).focus({ preventScroll: true });
  }, [presses]);
  return { part, reveal: useCallback(() => setPresses((before) => before + 1), []) };
}
