import { focusFirstControl, hasControl } from "./focus.ts";

/** `LoadingState` has this mark. */
const isBeingRead = (main: HTMLElement): boolean =>
  main.querySelector("[data-loading]") !== null && !hasControl(main);

/** The screen has put the focus into a field itself, or somebody went elsewhere. */
function isElsewhere(main: HTMLElement): boolean {
  const { activeElement: focused } = document;
  if (focused === null || focused === document.body) return false;
  return !main.contains(focused) || focused.matches("input, textarea, select");
}

/**
 * A Tab that is pressed while the screen is still being read has nothing to go to and would leave the screen: it waits for the
 * first control. Returns how to stop.
 */
export function holdTab(): () => void {
  let stopWaiting = (): void => undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    const main = document.getElementById("main");
    const isTab = event.key === "Tab" && !event.shiftKey;
    if (!isTab || main === null || isElsewhere(main) || !isBeingRead(main)) return;
    event.preventDefault();
    stopWaiting();
    const observer = new MutationObserver(() => {
      if (isBeingRead(main)) return;
      observer.disconnect();
      if (!isElsewhere(main)) focusFirstControl(main);
    });
    observer.observe(main, { childList: true, subtree: true });
    stopWaiting = () => observer.disconnect();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => {
    stopWaiting();
    document.removeEventListener("keydown", onKeyDown);
  };
}
