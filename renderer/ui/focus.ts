/** What can take the focus inside a part of the page, in the order of Tab. */
const focusable =
  'input:not([type="hidden"]):not([tabindex="-1"]), textarea, select, button:not([tabindex="-1"]), summary, [tabindex="0"]';

/** What is folded away has its place, and takes no focus. */
const isFolded = (element: HTMLElement): boolean =>
  element.closest("details:not([open])") !== null && !element.matches("summary");
const isUsable = (element: HTMLElement): boolean =>
  !element.matches(":disabled") && element.getClientRects().length > 0 && !isFolded(element);

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

const findFirstControl = (part: HTMLElement | null): HTMLElement | undefined =>
  [...(part?.querySelectorAll<HTMLElement>(focusable) ?? [])].find(isUsable);

/** Whether a part has something for Tab to go to. */
export const hasControl = (part: HTMLElement): boolean => findFirstControl(part) !== undefined;

/** Focuses the first control of a part, be it a button or a field. False if there is none. */
export function focusFirstControl(part: HTMLElement | null): boolean {
  const first = findFirstControl(part);
  first?.focus();
  return first !== undefined;
}

/** The name of a field by which it is found again, whatever the language; null when it has none. */
export function getFieldName(element: Element): string | null {
  const group = element.closest("[data-field]")?.getAttribute("data-field");
  // The name that radio buttons share is made up anew each time.
  return group ?? (element.matches('[type="radio"]') ? null : element.getAttribute("name"));
}

/** Comes back to the field with that name: in a text, to its end. False if the part has none such. */
export function focusNamed(part: HTMLElement | null, name: string): boolean {
  const isFound = focusField(part, name);
  const { activeElement: field } = document;
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
  if (isFound && isText) field.setSelectionRange(field.value.length, field.value.length);
  return isFound;
}
