import type { BookingForm } from "../../contract/records/forms.ts";
import type { BookingItem, Item } from "../../contract/records/item.ts";
import type { ItemRepository } from "../store/item-types.ts";

/** The booking that was begun to take the place of one that is wrong; null where there is none, or it was thrown away. */
export function correctionOf(
  { correctedBy }: Pick<BookingItem, "correctedBy">,
  items: Pick<ItemRepository, "find">,
): Item | null {
  const found = correctedBy === undefined ? null : items.find(correctedBy);
  return found === null || found.status === "discarded" ? null : found;
}

/** All of a booking but its card, which is asked for anew: what is to change is most often its day. */
export const correctedForm = (form: BookingForm): BookingForm => ({
  ...form,
  paymentMethod: "",
  card: null,
  step: "visit",
  focus: "date",
});
