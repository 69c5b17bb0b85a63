import type { MouseEvent } from "react";

/**
 * For the part around buttons that go when they are pressed, where the next one takes the place: the second click of a
 * double click is no press of that.
 */
export const firstClickAlone = {
  onClickCapture: (event: MouseEvent): void => {
    if (event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  },
} as const;
