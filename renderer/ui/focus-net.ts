import { findScreenTitle } from "./screen-title.tsx";

const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0;
const isUsable = (element: Element): boolean => isShown(element) && !element.matches(":disabled");
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * Where somebody goes on whose place is gone: a dialog that is open, what was left for one that has closed, the heading,
 * else all of the screen. Null while nothing is drawn.
 */
function placeToGoOn(left: Element | null): Element | null {
  const dialog = document.querySelector(dialogs);
  const heading = findScreenTitle() ?? document.querySelector("main h1");
  return (
    [dialog, left, heading, document.querySelector("main")].find((part) => part !== null && isUsable(part)) ??
    null
  );
}

function focusPlace(place: Element): void {
  if (!(place instanceof HTMLElement)) return;
  place.focus();
  if (!isNowhere() || place.hasAttribute("tabindex")) return;
  place.tabIndex = -1;
  place.focus();
}

/**
 * Catches the focus when what had it goes away, is hidden or switched off, and nobody has moved it on two frames later:
 * it never stays on the body. Somebody who presses beside all controls is left alone. Returns how to stop.
 */
export function catchFocus(): () => void {
  let last: Element | null = null;
  // Of the last time that the focus was in no dialog.
  let beside: Element | null = null;
  let frame = 0;
  const settle = (left: Element | null): void => {
    frame = 0;
    if (!isNowhere()) return;
    const place = placeToGoOn(left);
    if (place !== null) focusPlace(place);
    // React Aria takes `inert` off the screen below a dialog some time after the dialog is gone: until then nothing there
    // takes the focus.
    if (isNowhere()) frame = requestAnimationFrame(() => settle(left));
  };
  const look = (): void => {
    if (last === null || !isNowhere()) return;
    const isFallen = !isUsable(last);
    const left = last.closest(dialogs) === null ? null : beside;
    last = null;
    if (isFallen && frame === 0)
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => settle(left))));
  };
  const onFocus = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
    if (last?.closest(dialogs) === null) beside = last;
  };
  // A part that is hidden loses the focus with the next frame.
  const lookSoon = (): void => void requestAnimationFrame(look);
  const changes = new MutationObserver(look);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden"] });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", lookSoon);
  window.addEventListener("resize", lookSoon);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", lookSoon);
    window.removeEventListener("resize", lookSoon);
  };
}
