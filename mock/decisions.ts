import { randomUUID } from "node:crypto";
import { decideAppointment } from "./appointment-rules.ts";
import type { Deliverer } from "./deliveries.ts";
import type { Store } from "./store.ts";

export type DecisionOptions = {
  readonly store: Store;
  readonly clock: () => Date;
  readonly deliverer: Deliverer;
  /** How long an appointment stays Pending, in milliseconds. */
  readonly decideAfterMs: number;
};

export type Decisions = {
  /** Decides on an appointment after the set time. One that is decided already is left alone. */
  readonly schedule: (appointmentId: number) => void;
  /** Forgets what is scheduled; it stays Pending in the store. */
  readonly close: () => void;
};

// A longer delay makes Node's timer fire at once.
const longestTimerMs = 2 ** 31 - 1;

/** The clinic's part: approves or denies appointments and tells the account's registrations. */
export function createDecisions({ store, clock, deliverer, decideAfterMs }: DecisionOptions): Decisions {
  const timers = new Set<NodeJS.Timeout>();

  function decide(appointmentId: number): void {
    const appointment = store.appointment(appointmentId);
    if (appointment === null || appointment.status !== "Pending") return;
    const { account, input, dateTime } = appointment;
    const { status, kind } = decideAppointment(input.notes);
    store.setStatus(appointmentId, status);
    const id = `evt_${randomUUID()}`;
    const data = { appointmentId, patientId: input.patientId, status, appointmentDateTime: dateTime };
    const body = JSON.stringify({ id, type: kind, createdAt: clock().toISOString(), data });
    const subscribed = store.webhooks(account).filter(({ events }) => events.includes(kind));
    deliverer.send({ id, kind, account, body }, subscribed);
  }

  return {
    schedule(appointmentId) {
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          decide(appointmentId);
        },
        Math.min(decideAfterMs, longestTimerMs),
      );
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
