import { headingId } from "./page.tsx";

const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0;
const isUsable = (element: Element): boolean => isShown(element) && !element.matches(":disabled");
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Where somebody goes on whose place is gone: the heading, else all of the screen. Null while nothing is drawn. */
function placeToGoOn(): HTMLElement | null {
  const dialog = document.querySelector<HTMLElement>('[role="dialog"], [role="alertdialog"]');
  const heading = document.getElementById(headingId) ?? document.querySelector<HTMLElement>("main h1");
  return (
    [dialog, heading, document.querySelector("main")].find((part) => part !== null && isShown(part)) ?? null
  );
}

function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus();
}

/**
 * Catches the focus when what had it goes away, is hidden or switched off, and nobody has moved it on two frames later:
 * it never stays on the body. Somebody who presses beside all controls is left alone. Returns how to stop.
 */
export function catchFocus(): () => void {
  let last: Element | null = null;
  let frame = 0;
  const settle = (): void => {
    frame = 0;
    if (!isNowhere()) return;
    const place = placeToGoOn();
    if (place === null) frame = requestAnimationFrame(settle);
    else focusPlace(place);
  };
  const look = (): void => {
    if (last === null || !isNowhere()) return;
    const isFallen = !isUsable(last);
    last = null;
    if (isFallen && frame === 0) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(settle)));
  };
  const onFocus = ({ target }: FocusEvent): void => {
    last = target instanceof Element ? target : null;
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
