import { cleanLine } from "../../shared/text/clean-text.ts";
import type { Card } from "../../shared/cards/card.ts";
import { words } from "../../messages/words.ts";

/** The brand and the last four digits; of an unknown card, the end of its identifier. */
export function formatCardBriefly({ id, brand, last4 }: Card): string {
  const { named, unbranded, unnamed } = words.booking.card;
  if (last4 === null) return unnamed({ end: id.slice(-4) });
  return brand === null ? unbranded({ last4 }) : named({ brand: cleanLine(brand), last4 });
}

/** `Visa •••• 4242, expires 12/2027`; `Card …9f3c` when the provider said nothing of it. */
export function formatCard(card: Card): string {
  const { expMonth, expYear } = card;
  if (expMonth === null || expYear === null) return formatCardBriefly(card);
  const expiry = `${String(expMonth).padStart(2, "0")}/${expYear}`;
  return words.booking.card.expires({ card: formatCardBriefly(card), expiry });
}
