import type { KeyboardEvent } from "react";

/** Moves the focus among the parts of a list: arrows, Home and End. `onLeaveUp`: up from the first. */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  parts: readonly HTMLElement[],
  onLeaveUp?: () => void,
): void {
  const at = parts.findIndex((part) => part === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: parts.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  if (next < 0) onLeaveUp?.();
  else parts[next]?.focus();
}

/** What can be pressed in a list, in its order. */
export const listPressable = (list: HTMLElement): readonly HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>("button"),
];
