import { cleanLine } from "../../../contract/forms/clean-text.ts";
import type { Card } from "../../../contract/records/forms.ts";

/** The brand and the last four digits; of an unknown card, the end of its identifier. */
export const cardShortName = ({ id, brand, last4 }: Card): string =>
  last4 === null ? `Card …${id.slice(-4)}` : `${cleanLine(brand ?? "Card")} •••• ${last4}`;

/** `Visa •••• 4242, expires 12/2027`; `Card …9f3c` when the provider said nothing of it. */
export function cardName(card: Card): string {
  const { expMonth, expYear } = card;
  if (expMonth === null || expYear === null) return cardShortName(card);
  return `${cardShortName(card)}, expires ${String(expMonth).padStart(2, "0")}/${expYear}`;
}
