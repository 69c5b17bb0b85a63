import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { UnderWay } from "./ready-items.ts";
import { getPatientQueue } from "./retry-schedule.ts";

/** Requests in flight at once: polite to a service whose limits are not known. */
const mostInFlight = 4;

/** The places of requests in flight. An item has one from before its attempt begins until it is answered. */
export function createSendPlaces() {
  const taken = new Map<RecordId, { readonly done: Promise<void>; readonly patient: string | null }>();
  /** The same, and what is answered and not stored yet. */
  const running = new Set<Promise<void>>();
  /** Sends that somebody waits for and that have no place yet. */
  let asking = 0;
  const isFreeFor = (id: RecordId): boolean => taken.size < mostInFlight || taken.has(id);
  return {
    underWay: taken as UnderWay,
    /** Settles with the run of an item that has a place. */
    find: (id: RecordId): Promise<void> | undefined => taken.get(id)?.done,
    hasAny: () => taken.size > 0,
    /** Whether the queue may go on: a send that somebody waits for comes first. */
    isFree: () => taken.size + asking < mostInFlight,
    isFreeFor,
    /** Runs the item in a place of its own, until `leave`. */
    take: (item: Item, run: () => Promise<void>): Promise<void> => {
      const done = run().finally(() => running.delete(done));
      taken.set(item.id, { done, patient: getPatientQueue(item) });
      running.add(done);
      return done;
    },
    leave: ({ id }: Item): void => void taken.delete(id),
    /** Holds the next place for a send that somebody waits for. */
    hold: (): void => void (asking += 1),
    letGo: (): void => void (asking -= 1),
    /** Settles when the next of them is over. */
    waitForOne: () => Promise.race([...taken.values()].map(({ done }) => done.catch(() => undefined))),
    waitForAll: () => Promise.allSettled(running),
  };
}
