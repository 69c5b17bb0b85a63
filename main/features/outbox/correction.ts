import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { ItemRepository } from "../../db/item-types.ts";
import { resolveReplacement } from "./standing-for.ts";

/** The booking that was begun to take the place of one that is wrong; null where there is none, or it was thrown away. */
export function findCorrection(
  { correctedBy }: Pick<BookingItem, "correctedBy">,
  items: Pick<ItemRepository, "find" | "madeFrom">,
): Item | null {
  const found = correctedBy === undefined ? null : resolveReplacement(correctedBy, items);
  return found === null || found.status === "discarded" ? null : found;
}

/** An item that names the correction that stands, also where that one was edited in its turn. */
export function attachCorrection(item: Item, items: Pick<ItemRepository, "find" | "madeFrom">): Item {
  if (!("correctedBy" in item) || item.correctedBy === undefined) return item;
  const stands = resolveReplacement(item.correctedBy, items);
  return stands === null ? item : { ...item, correctedBy: stands.id };
}

/** All of a booking but its card, which is asked for anew: what is to change is most often its day. */
export const toCorrectedForm = (form: BookingForm): BookingForm => ({
  ...form,
  paymentMethod: "",
  card: null,
  step: "visit",
  focus: "date",
});
