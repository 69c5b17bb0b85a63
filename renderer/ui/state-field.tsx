import type { ReactNode } from "react";
import { postalStates, type PostalState } from "../../shared/patients/states.ts";
import { words } from "../../messages/words.ts";
import { ComboField, type ComboOption } from "./combo-field.tsx";
import type { FieldTexts } from "./field.tsx";

type Props = FieldTexts & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

/** States whose code or name begins with what was typed, then those that hold it. */
function statesFor(text: string): readonly ComboOption[] {
  const typed = text.trim().toLowerCase();
  const rank = ({ code, name }: PostalState): number => {
    if (code.toLowerCase() === typed) return 0;
    if (name.toLowerCase().startsWith(typed)) return 1;
    return code.toLowerCase().startsWith(typed) ? 2 : name.toLowerCase().includes(typed) ? 3 : 4;
  };
  return postalStates
    .filter((state) => rank(state) < 4)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ code, name }) => ({ id: code, label: `${code} – ${name}` }));
}

/** A state by code or name; anything else can be typed too. */
export const StateField = ({ value, onChange, onBlur, ...texts }: Props): ReactNode => (
  <ComboField
    {...texts}
    label={words.ui.state}
    name="state"
    text={value}
    onTextChange={onChange}
    options={statesFor(value)}
    onPick={onChange}
    onBlur={onBlur}
    isRequired
  />
);
