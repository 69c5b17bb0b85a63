import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import type { Item } from "../../shared/outbox/item.ts";
import { settle } from "./fake-clock.ts";
import { typedBooking, typedPatient, typedWebhook, type OutboxKit } from "./outbox-kit.ts";
import type { Answer, Call } from "./scripted-client.ts";

/** What tests of the outbox do again and again, to the kit of the test that is running. */
export type OutboxActions = {
  /** Items that are sent by themselves. */
  readonly booking: (patientNumber?: number, change?: Partial<BookingForm>) => Item;
  readonly bookingFor: (patientRecordId: string, time: string) => Item;
  readonly patient: (firstName?: string) => Item;
  readonly webhook: () => Item;
  readonly statuses: (...items: readonly Item[]) => string[];
  /** Looks for something to send, and lets it come as far as the service. */
  readonly kick: () => Promise<void>;
  /** Answers every request that is open. */
  readonly answerAll: (answer: (call: Call) => Answer) => Promise<void>;
  readonly timesOf: (calls: readonly Call[]) => unknown[];
  readonly clockOn: (milliseconds: number) => Promise<void>;
};

export function outboxActions(kit: () => OutboxKit): OutboxActions {
  return {
    booking: (patientNumber = 77, change = {}) =>
      kit().ready({
        kind: "booking",
        form: typedBooking({ patient: { kind: "number", text: String(patientNumber) }, ...change }),
      }),
    bookingFor: (id, time) =>
      kit().ready({
        kind: "booking",
        form: typedBooking({ patient: { kind: "known", id }, sameAddress: true, time }),
      }),
    patient: (firstName = "Ann") => kit().ready({ kind: "patient", form: { ...typedPatient, firstName } }),
    webhook: () => kit().ready({ kind: "webhook", form: typedWebhook }),
    statuses: (...items) => items.map(({ id }) => kit().item(id).status),
    kick: async () => {
      kit().engine.kick();
      await settle();
    },
    answerAll: async (answer) => {
      for (const call of kit().client.open()) call.answer(answer(call));
      await settle();
    },
    timesOf: (calls) => calls.map(({ body }) => body["appointmentDateTime"]),
    clockOn: (milliseconds) => kit().clock.advance(milliseconds),
  };
}
