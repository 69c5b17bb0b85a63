import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { getPatientQueue, type RetrySchedule } from "./retry-schedule.ts";

/** What is under way: by its id, whose booking it is. */
export type UnderWay = ReadonlyMap<RecordId, { readonly patient: string | null }>;

/** The oldest items that may be sent, read some at a time. */
export type ReadyItems = {
  /** The oldest that nothing holds back: a patient's later booking does not overtake. It stays until it is taken. */
  readonly next: (accountId: AccountId, underWay: UnderWay) => Item | null;
  readonly take: (item: Item) => void;
  /** What was read may not be the oldest any more. */
  readonly drop: () => void;
};

type Options = {
  readonly store: Store;
  readonly later: Pick<RetrySchedule, "waiting">;
  readonly clock: Pick<Clock, "monotonic">;
};

/** How many are read at once: more when the first are all of patients who have to wait. */
const few = 64;
const many = 200;

export function createReadyItems({ store, later, clock }: Options): ReadyItems {
  const none = { items: [] as readonly Item[], of: "" as AccountId, goodUntil: 0 };
  let read = none;

  function free(underWay: UnderWay): Item | null {
    const waiting = later.waiting();
    const ids = new Set([...underWay.keys(), ...waiting.map(({ id }) => id)]);
    const patients = new Set([...underWay.values(), ...waiting].map(({ patient }) => patient));
    const isFree = (item: Item): boolean => {
      const patient = getPatientQueue(item);
      return !ids.has(item.id) && (patient === null || !patients.has(patient));
    };
    return read.items.find(isFree) ?? null;
  }

  function look(accountId: AccountId, limit: number, underWay: UnderWay): Item | null {
    const waiting = later.waiting();
    const without = [...underWay.keys(), ...waiting.map(({ id }) => id)];
    read = {
      items: store.read(({ items }) => items.ready({ accountId, limit, without })),
      of: accountId,
      // One whose wait is over stands before the later bookings of its patient.
      goodUntil: waiting.reduce((soonest, { at }) => Math.min(soonest, at), Infinity),
    };
    return free(underWay);
  }

  return {
    next: (accountId, underWay) => {
      if (read.of !== accountId || clock.monotonic() >= read.goodUntil) read = none;
      const next = free(underWay);
      if (next !== null || read.items.length > many / 2) return next;
      return (
        look(accountId, few, underWay) ?? (read.items.length < few ? null : look(accountId, many, underWay))
      );
    },
    take: ({ id }) => {
      read = { ...read, items: read.items.filter((item) => item.id !== id) };
    },
    drop: () => {
      read = none;
    },
  };
}
