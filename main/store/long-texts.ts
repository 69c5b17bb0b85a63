import type { BookingItem, Item, ListedBooking, ListedItem } from "../../contract/records/item.ts";
import type { WholeRow } from "./rows.ts";

/** The booking as lists hold it. */
export function listedBookingOf({ payload: _payload, form, ...item }: BookingItem): ListedBooking {
  const { notes: _notes, ...listed } = form;
  return { ...item, form: listed };
}

/** The item as lists hold it: the part of it that is the row's JSON. */
export function listedOf(item: Item): ListedItem {
  if (item.kind === "booking") return listedBookingOf(item);
  const { payload: _payload, ...listed } = item;
  return listed;
}

/** The other part, in columns of its own; notes as JSON, which keeps any text as it is. */
export const longTextsOf = (item: Item) => ({
  notes: item.kind === "booking" ? JSON.stringify(item.form.notes) : null,
  payload: item.payload,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Both parts of a row as one again; still to be parsed. Throws where the notes are no JSON. */
export function wholeOf(value: unknown, { notes, payload }: WholeRow): unknown {
  if (!isObject(value)) return value;
  const { form } = value;
  if (!isObject(form) || notes === null) return { ...value, payload };
  return { ...value, payload, form: { ...form, notes: JSON.parse(notes) } };
}
