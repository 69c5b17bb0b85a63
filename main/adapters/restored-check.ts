import { ok } from "../../contract/failure.ts";
import type { OutboxStore } from "../outbox/ports.ts";
import { markRestored } from "../outbox/restored.ts";
import { sendCounter, type CounterPlace } from "../outbox/send-counter.ts";
import type { Clock, Log } from "../platform/ports.ts";
import type { Store } from "../store/types.ts";
import { must } from "./records.ts";

export type RestoredCheck = {
  /** Compares the two counts of attempts, until that was possible once in this run. */
  readonly look: () => Promise<void>;
  /** Settles when the attempt that has begun is counted outside of the database as well. */
  readonly counted: () => Promise<void>;
};

type Options = {
  readonly store: Store;
  readonly records: OutboxStore;
  readonly place: CounterPlace;
  readonly clock: Clock;
  readonly log: Log;
};

/** A database older than what was sent from here was restored from a backup. */
export function restoredCheck({ store, records, place, clock, log }: Options): RestoredCheck {
  const counter = sendCounter(place, log);
  const sends = (): number => must(store.read(({ meta }) => meta.sendCounter()));
  let isKnown = false;

  function compare(outside: number | null): void {
    const marked = records.transaction(() => {
      const { unfinished, updateItem: save } = records;
      const now = (): string => clock.now().toISOString();
      const ids = markRestored({ inside: sends(), outside, unfinished, save, now });
      must(store.transaction(({ meta }) => ok(meta.raiseSendCounter(outside ?? 0))));
      return ids;
    });
    if (marked.length > 0) log.warn("store.restored", { items: marked.length });
  }

  return {
    look: async () => {
      if (isKnown) return;
      const outside = await place.read();
      if (outside === "unreadable") return;
      compare(outside);
      isKnown = true;
    },
    // A count that was not read is not written over: it may be the higher one.
    counted: () => (isKnown ? counter.raise(sends()) : Promise.resolve()),
  };
}
