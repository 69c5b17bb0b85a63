import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import { computeBackoff } from "./backoff.ts";

/** Whose booking it is: a patient's bookings are sent in their order. Null for what has no such order. */
export function getPatientQueue(item: Item): string | null {
  const patient = getKind(item).patient(item);
  if (patient === null) return null;
  return patient.kind === "known" ? patient.id : `number ${patient.text.trim()}`;
}

export type WaitingItem = {
  readonly id: RecordId;
  readonly patient: string | null;
  /** On the clock that only grows. */
  readonly at: number;
};

/**
 * When the same request may go out again: the one place that says so, whatever a probe, an event, a click or a
 * wake-up asks for. The others go on. Forgotten at a restart, as a wait is politeness alone.
 */
export type RetrySchedule = {
  /** It failed and is tried again, each time later. */
  readonly afterFailure: (item: Item) => void;
  /** For so many milliseconds, without counting as a failure; never less than the floor. */
  readonly by: (item: Item, milliseconds: number) => void;
  /** A person asks for it now: what is left of its wait shrinks to the floor. Settles after that; null at once. */
  readonly hasten: (id: RecordId) => Promise<void> | null;
  /** False before its time has come. */
  readonly mayGo: (id: RecordId) => boolean;
  /** It is settled. */
  readonly forget: (id: RecordId) => void;
  /** Those whose time has not come. */
  readonly waiting: () => readonly WaitingItem[];
};

/** Milliseconds between two tries of one item, at least: also for a person who presses again and again. */
export const retryFloor = 1_000;

/**
 * Milliseconds between two tries of one item at the most. Longer than between two probes: only a request that fails while probes
 * are answered comes to that, and each try takes a probe or two with it.
 */
const longest = 300_000;

type Known = WaitingItem & { readonly failures: number; readonly floor: number };

export function createRetrySchedule(clock: Clock, random: RandomIds): RetrySchedule {
  const known = new Map<RecordId, Known>();
  const failuresOf = ({ id }: Item): number => known.get(id)?.failures ?? 0;
  const put = (item: Item, milliseconds: number, failures: number): void => {
    const now = clock.monotonic();
    const floor = now + retryFloor;
    const at = Math.max(floor, now + milliseconds);
    known.set(item.id, { id: item.id, patient: getPatientQueue(item), at, failures, floor });
  };
  // A timer may fire a part of a millisecond early: what waited for it would find that it is not time yet.
  const isWaiting = ({ at }: Known): boolean => at - clock.monotonic() >= 1;
  return {
    afterFailure: (item) => {
      const failures = failuresOf(item) + 1;
      // Half of the wait is fixed: jitter alone could come to nothing.
      const half = (fraction: number): number => computeBackoff(failures, 0.5 * fraction, longest);
      put(item, half(1) + half(random.fraction()), failures);
    },
    by: (item, milliseconds) => put(item, milliseconds, failuresOf(item)),
    hasten: (id) => {
      const entry = known.get(id);
      if (entry === undefined) return null;
      known.set(id, { ...entry, at: Math.min(entry.at, entry.floor) });
      const left = entry.floor - clock.monotonic();
      return left > 0 ? new Promise<void>((resolve) => void clock.after(left, resolve)) : null;
    },
    mayGo: (id) => {
      const entry = known.get(id);
      return entry === undefined || !isWaiting(entry);
    },
    forget: (id) => void known.delete(id),
    waiting: () => [...known.values()].filter(isWaiting),
  };
}
