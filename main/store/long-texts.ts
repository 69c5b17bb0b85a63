import { listedAppointment } from "../../contract/records/item.ts";
import type { BookingItem, Item, ListedBooking, ListedItem } from "../../contract/records/item.ts";
import type { WholeRow } from "./rows.ts";

/** The booking as lists hold it. */
export function listedBookingOf({ payload: _payload, form, result, ...item }: BookingItem): ListedBooking {
  const { notes: _notes, ...listed } = form;
  const appointment = result?.appointment ?? null;
  return {
    ...item,
    form: listed,
    result: result && { ...result, appointment: appointment && listedAppointment.parse(appointment) },
  };
}

/** The item as lists hold it: the part of it that is the row's JSON. */
export function listedOf(item: Item): ListedItem {
  if (item.kind === "booking") return listedBookingOf(item);
  const { payload: _payload, ...listed } = item;
  return listed;
}

/** The other part, in columns of its own; as JSON, which keeps any text as it is. */
export function longTextsOf(item: Item) {
  const payload = JSON.stringify(item.payload);
  if (item.kind !== "booking") return { notes: null, payload, answer: null };
  const { form, result } = item;
  const answer = result === null ? null : JSON.stringify(result.appointment);
  return { notes: JSON.stringify(form.notes), payload, answer };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Both parts of a row as one again; still to be parsed. Throws where one of them is no JSON. */
export function wholeOf(value: unknown, { notes, payload, answer }: WholeRow): unknown {
  if (!isObject(value)) return value;
  const { form, result } = value;
  return {
    ...value,
    payload: JSON.parse(payload ?? "null"),
    ...(isObject(form) && notes !== null ? { form: { ...form, notes: JSON.parse(notes) } } : {}),
    ...(isObject(result) && answer !== null
      ? { result: { ...result, appointment: JSON.parse(answer) } }
      : {}),
  };
}
