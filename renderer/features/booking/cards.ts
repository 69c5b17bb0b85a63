import type { Card, RecordId } from "../../../contract/records/forms.ts";
import type { BookingItem } from "../../../contract/records/item.ts";

/** `Visa •••• 4242, expires 12/2027`. */
export const cardName = ({ brand, last4, expMonth, expYear }: Card): string =>
  `${brand} •••• ${last4}, expires ${String(expMonth).padStart(2, "0")}/${expYear}`;

/** A card is good to the end of its month. `today` is `YYYY-MM-DD`. */
export function isExpired({ expMonth, expYear }: Card, today: string): boolean {
  const [year, month] = today.split("-").map(Number);
  return expYear * 12 + expMonth < (year ?? 0) * 12 + (month ?? 0);
}

/** The cards collected for a patient in earlier bookings, newest first, each once. */
export function earlierCards(items: readonly BookingItem[], patient: RecordId): readonly Card[] {
  const cards = new Map<string, Card>();
  for (const { form } of items) {
    if (form.patient?.kind !== "known" || form.patient.id !== patient || form.card === null) continue;
    if (!cards.has(form.card.id)) cards.set(form.card.id, form.card);
  }
  return [...cards.values()];
}
