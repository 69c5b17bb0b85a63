import type { BookingItem, Item } from "../../contract/records/item.ts";
import { appointment } from "../../contract/service/appointment.ts";
import { patientCreated } from "../../contract/service/patient.ts";
import type { Outcome } from "../service/classify.ts";
import type { Store } from "../store/types.ts";

/** The patient's number in an answer that made one, or in a 409 that names the one there is. */
export function patientNumberIn(outcome: Outcome<unknown>): number | null {
  if (outcome.kind === "success") return patientCreated.safeParse(outcome.value).data?.patientId ?? null;
  return outcome.failure.details.existingPatientId ?? null;
}

/** The booking's number in an answer that made one. */
function bookingNumberIn(outcome: Outcome<unknown>): number | null {
  if (outcome.kind !== "success") return null;
  return appointment.safeParse(outcome.value).data?.id ?? null;
}

export type TakenNumbers = {
  /** The number in an answer, when this computer knows it as another patient's or another booking's. */
  readonly takenNumber: (item: Item, outcome: Outcome<unknown>) => number | null;
  /** Other bookings that the service answered with the number in this answer. */
  readonly othersOf: (item: Item, outcome: Outcome<unknown>) => readonly BookingItem[];
};

/** One number is one patient, and one booking. */
export function takenNumbers(store: Store): TakenNumbers {
  function othersOf(item: Item, outcome: Outcome<unknown>): readonly BookingItem[] {
    const number = item.kind === "booking" ? bookingNumberIn(outcome) : null;
    if (number === null) return [];
    return store
      .read(({ items }) => items.bookingsNumbered(item.accountId, number))
      .filter((other) => other.id !== item.id);
  }
  function takenNumber(item: Item, outcome: Outcome<unknown>): number | null {
    if (item.kind !== "patient") return othersOf(item, outcome)[0]?.result?.appointment?.id ?? null;
    const number = patientNumberIn(outcome);
    const known =
      number === null ? null : store.read(({ patients }) => patients.byPatientId(item.accountId, number));
    return known === null || known.id === item.patientRecordId ? null : number;
  }
  return { takenNumber, othersOf };
}
