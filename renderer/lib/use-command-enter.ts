import { useLayoutEffect } from "react";
import { useLatest } from "./use-latest.ts";

/** Ctrl/Cmd+Enter anywhere on the screen confirms it. Enter alone never does. */
export function useCommandEnter(confirm: () => void): void {
  const latest = useLatest(confirm);
  // Not a moment after the screen is seen: a press that came between would be nobody's.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || document.querySelector("[role*=dialog]") !== null) return;
      event.preventDefault();
      event.stopPropagation();
      // A key held down must not run through the steps and book.
      if (!event.repeat) latest.current();
    };
    // Before the part that has the focus, for which Enter means something else.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [latest]);
}
