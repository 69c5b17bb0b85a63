import { useCallback, useEffect, useState, type RefObject } from "react";
import { focusFirst } from "../ui/focus.ts";
import { useAnnounce } from "./hooks.ts";

/** The error that stands below a field, as its own lines name it first. */
const errorOf = (field: Element): string => {
  const [id = ""] = (field.getAttribute("aria-describedby") ?? "").split(" ");
  return document.getElementById(id)?.textContent?.trim() ?? "";
};

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
    const before = document.activeElement;
    // A group of choices takes no focus itself.
    if (bad.matches("input, textarea, select")) bad.focus();
    else focusFirst(bad);
    if (document.activeElement === before) announce(errorOf(bad));
  }, [asked, part, announce]);
  return useCallback(() => setAsked((count) => count + 1), []);
}
