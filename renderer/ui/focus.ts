/** What can take the focus inside a part of the page, in the order of Tab. */
const focusable =
  'input:not([type="hidden"]):not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"]), [tabindex="0"]';

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(":disabled") && element.getClientRects().length > 0;

/** Focuses the field with that `name`; a radio group by its chosen or first choice. False if there is none. */
export function focusField(part: HTMLElement | null, name: string): boolean {
  const found = [...(part?.querySelectorAll<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? [])].find(
    isUsable,
  );
  const group = part?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`) ?? null;
  if (found === undefined) return group !== null && focusFirst(group);
  found.focus();
  return true;
}

/** Focuses the first field of a part; a chosen radio rather than the first of its group. */
export function focusFirst(part: HTMLElement | null): boolean {
  const all = [...(part?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(isUsable);
  const first = all.find((element) => element.matches("input, textarea, select")) ?? all[0];
  if (first === undefined) return false;
  const chosen =
    first instanceof HTMLInputElement && first.type === "radio"
      ? all.find((each) => each instanceof HTMLInputElement && each.name === first.name && each.checked)
      : undefined;
  (chosen ?? first).focus();
  return true;
}

/** Focuses the first control of a part, be it a button or a field. False if there is none. */
export function focusFirstControl(part: HTMLElement | null): boolean {
  const first = [...(part?.querySelectorAll<HTMLElement>(focusable) ?? [])].find(isUsable);
  first?.focus();
  return first !== undefined;
}

/** The accessible name of a field by its label, to come back to it later; null when it has none. */
export function fieldName(element: Element): string | null {
  const labels = "labels" in element && element.labels instanceof NodeList ? [...element.labels] : [];
  const words = element.getAttribute("aria-label") ?? labels[0]?.textContent ?? "";
  const name = words.trim();
  return name === "" ? null : name.slice(0, 100);
}

/** Focuses the field with that accessible name. False if the part has none such. */
export function focusNamed(part: HTMLElement | null, name: string): boolean {
  const all = [...(part?.querySelectorAll<HTMLElement>("input, textarea, select") ?? [])];
  const found = all.find((element) => isUsable(element) && fieldName(element) === name);
  found?.focus();
  // Coming back to a text goes on at its end.
  if (found instanceof HTMLTextAreaElement || (found instanceof HTMLInputElement && found.type === "text")) {
    found.setSelectionRange(found.value.length, found.value.length);
  }
  return found !== undefined;
}
