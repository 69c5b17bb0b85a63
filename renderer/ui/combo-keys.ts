/** Whether the list is open, and which option the arrow keys stand on; -1 for none. */
type ComboState = { readonly isOpen: boolean; readonly active: number };

type ComboStep = {
  readonly next: ComboState;
  /** Index of the option that was picked; null for none. */
  readonly pick: number | null;
  /** The key did its work here and must not also do what it usually does. */
  readonly isTaken: boolean;
};

export const closedCombo: ComboState = { isOpen: false, active: -1 };

/**
 * What a key does in a type-ahead with `count` options (the combobox pattern of WAI-ARIA's practices). `tabTakes`: Tab
 * takes the option that stands out, and goes on.
 */
export function handleComboKey(key: string, state: ComboState, count: number, tabTakes = false): ComboStep {
  const isShown = state.isOpen && count > 0;
  const stay: ComboStep = { next: state, pick: null, isTaken: false };
  const to = (active: number): ComboStep => ({ next: { isOpen: true, active }, pick: null, isTaken: true });
  switch (key) {
    case "ArrowDown":
      // Where none is there yet, the first stands out once they come, and the key still is the field's.
      if (count === 0) return { ...to(0), isTaken: false };
      return to(isShown ? (state.active + 1) % count : 0);
    case "ArrowUp":
      return count === 0 ? stay : to(isShown && state.active > 0 ? state.active - 1 : count - 1);
    case "Enter":
      if (!isShown) return stay;
      return { next: closedCombo, pick: state.active >= 0 ? state.active : null, isTaken: state.active >= 0 };
    case "Escape":
      return isShown ? { next: closedCombo, pick: null, isTaken: true } : stay;
    case "Tab":
      return {
        next: closedCombo,
        pick: tabTakes && isShown && state.active >= 0 ? state.active : null,
        isTaken: false,
      };
    default:
      return stay;
  }
}
