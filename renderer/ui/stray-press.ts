const controls = ":is(a, button, input, label, select, summary, textarea, [tabindex])";
const controlOf = (target: EventTarget | null): WeakRef<Element> | null =>
  target instanceof Element ? new WeakRef(target.closest(controls) ?? target) : null;

/**
 * The second press of a double click is meant for what the first one pressed. Where that has gone meanwhile, the second
 * presses nothing that has taken its place and moves no focus. Returns how to stop.
 */
export function ignoreStrayPresses(): () => void {
  /** Held weakly: what was pressed last may be gone for hours, and its screen with it. */
  let pressed: WeakRef<Element> | null = null;
  let isStray = false;
  const onMouseDown = (event: MouseEvent): void => {
    if (event.detail <= 1) pressed = controlOf(event.target);
    isStray = event.detail > 1 && pressed !== null && pressed.deref()?.isConnected !== true;
    // A press moves the focus by default.
    if (isStray) event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    if (!isStray) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("mousedown", onMouseDown, true);
  document.addEventListener("click", onClick, true);
  return () => {
    document.removeEventListener("mousedown", onMouseDown, true);
    document.removeEventListener("click", onClick, true);
  };
}
