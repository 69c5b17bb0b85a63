import type { Card } from "./card.ts";

/** A card is good to the end of its month; one whose expiry is not known is not. `today` is `YYYY-MM-DD`. */
export function isExpiredCard({ expMonth, expYear }: Card, today: string): boolean {
  if (expMonth === null || expYear === null) return false;
  const [year, month] = today.split("-").map(Number);
  return expYear * 12 + expMonth < (year ?? 0) * 12 + (month ?? 0);
}
