import { useEffect, useRef, type RefObject } from "react";
import { headingId } from "./page.tsx";

/** Takes the focus to the screen's heading when the part appears, as what stood there before is gone. */
export function useHeadingFocus(isDue = true): void {
  useEffect(() => {
    if (isDue) document.getElementById(headingId)?.focus();
  }, [isDue]);
}

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
