import {
  endScan,
  idle,
  handleScanKey,
  getPause,
  type ScanKey,
  type ScanState,
  type ScanStep,
} from "./scan-keys.ts";

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element !== null && element.matches("input, textarea");

/** Puts text where the caret is, as typing does: it can be undone, and the field is told. */
export function insertText(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the field's own undo
  const isDone =
    typeof document.execCommand === "function" && document.execCommand("insertText", false, text);
  const field = document.activeElement;
  if (isDone || !isText(field) || field.readOnly) return;
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
}

/** What a busy computer may deliver late is waited for; not what some clock claims. Milliseconds. */
const latest = 5_000;

const isPlain = ({ key, ctrlKey, altKey }: ScanKey): boolean => key.length === 1 && ctrlKey === altKey;

/**
 * Takes the keys of a scanner before anything else in the window gets them, and hands over the text of each card. A key
 * that was held back and is no card's goes to the field as it was typed. Answers how to stop.
 */
export function catchScans(page: Document, onCard: (text: string) => void): () => void {
  const { defaultView: view } = page;
  // A page that is shown nowhere gets no keys.
  if (!view) return () => undefined;
  let state: ScanState = idle;
  let timer = 0;
  /** Keys that are down and were taken: nobody gets their end either. */
  const down = new Set<string>();
  const given = new WeakSet<Event>();

  const giveBack = (keys: readonly ScanKey[]): void => {
    for (const press of keys) {
      if (isPlain(press)) insertText(press.key);
      else {
        const { at: _at, ...init } = press;
        const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
        given.add(event);
        (page.activeElement ?? page.body).dispatchEvent(event);
      }
    }
  };
  /** `late`: how long after it was pressed the key came, in milliseconds. The next one may be as late. */
  const take = (step: ScanStep, late = 0): void => {
    state = step.state;
    view.clearTimeout(timer);
    const pause = getPause(state);
    if (pause !== null) timer = view.setTimeout(() => take(endScan(state)), pause + late);
    giveBack(step.back);
    if (step.card !== null) onCard(step.card);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.repeat || given.has(event)) return;
    const { key, code, ctrlKey, altKey, metaKey, shiftKey, timeStamp } = event;
    const step = handleScanKey(state, { key, code, ctrlKey, altKey, metaKey, shiftKey, at: timeStamp });
    take(step, Math.min(Math.max(view.performance.now() - timeStamp, 0), latest));
    if (!step.takes) return;
    down.add(code);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    if (!down.delete(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** A person does something else: what is held back goes where it was typed, first. */
  const onOther = (): void => {
    if (state.kind === "held") take(endScan(state));
  };
  view.addEventListener("keydown", onKeyDown, true);
  view.addEventListener("keyup", onKeyUp, true);
  view.addEventListener("pointerdown", onOther, true);
  view.addEventListener("blur", onOther);
  return () => {
    onOther();
    view.clearTimeout(timer);
    view.removeEventListener("keydown", onKeyDown, true);
    view.removeEventListener("keyup", onKeyUp, true);
    view.removeEventListener("pointerdown", onOther, true);
    view.removeEventListener("blur", onOther);
  };
}
