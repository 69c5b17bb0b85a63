import { useCallback, useEffect, useState, type RefObject } from "react";
import { focusFirst } from "../ui/focus.ts";
import { useAnnounce } from "./hooks.ts";

/** The error that stands below a field, also while the field is typed in and described by nothing. */
const errorOf = (field: Element): string =>
  (
    document.getElementById(`${field.id}-error`) ?? document.getElementById(describedBy(field))
  )?.textContent?.trim() ?? "";
const describedBy = (field: Element): string =>
  (field.getAttribute("aria-describedby") ?? "").split(" ")[0] ?? "";

/**
 * Takes the focus to the first field of a part that is marked as wrong; where it is already, the error is said. Returns
 * what to call after the marks were asked for.
 */
export function useBadField(part: RefObject<HTMLElement | null>): () => void {
  const announce = useAnnounce();
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const bad = asked === 0 ? null : part.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (bad === null || bad === undefined) return;
    // A field that has the focus when it is marked as wrong is read once for each: two frames later it is read once.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const before = document.activeElement;
        // A group of choices takes no focus itself.
        if (bad.matches("input, textarea, select")) bad.focus();
        else focusFirst(bad);
        if (document.activeElement === before) announce(errorOf(bad));
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [asked, part, announce]);
  return useCallback(() => setAsked((count) => count + 1), []);
}
