import { useEffect } from "react";
import { focusScreenTitle } from "./screen-title.tsx";

/** Takes the focus to the screen's heading when the part appears, as what stood there before is gone. */
export function useHeadingFocus(isDue = true): void {
  useEffect(() => {
    if (isDue) focusScreenTitle();
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
        if (isFocusLost()) focusScreenTitle();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [state]);
}

/** True when what had the focus is no longer there. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
