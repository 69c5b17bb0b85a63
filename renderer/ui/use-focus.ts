import { useEffect, useRef, type RefObject } from "react";
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
