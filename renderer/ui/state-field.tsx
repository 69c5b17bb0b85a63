import type { ReactNode } from "react";
import { states } from "../../domain/patient/contact.ts";
import { words } from "../../messages/words.ts";
import { ComboField } from "./combo-field.tsx";
import type { FieldTexts } from "./field-lines.tsx";

type Props = FieldTexts & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
};

type Option = { readonly id: string; readonly label: string };

/** States whose code or name begins with what was typed, then those that hold it. */
export function statesFor(text: string): readonly Option[] {
  const typed = text.trim().toLowerCase();
  const rank = ({ code, name }: { readonly code: string; readonly name: string }): number => {
    if (code.toLowerCase() === typed) return 0;
    if (name.toLowerCase().startsWith(typed)) return 1;
    return code.toLowerCase().startsWith(typed) ? 2 : name.toLowerCase().includes(typed) ? 3 : 4;
  };
  return states
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
