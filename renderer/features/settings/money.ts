import { language } from "../../../messages/language.ts";
import type { ComboOption } from "../../ui/combo-field.tsx";

/** Currencies by code or name, at most ten. */
export function currencyOptions(text: string): readonly ComboOption[] {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  const wanted = text.trim().toLowerCase();
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code, label: code, detail: names.of(code) ?? code }))
    .filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.label.toLowerCase() === wanted) - Number(a.label.toLowerCase() === wanted))
    .slice(0, 10);
}
