import type { Item } from "../../contract/records/item.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Clock, Log } from "../platform/ports.ts";
import type { Outcome } from "../service/classify.ts";
import type { Decision } from "./decide.ts";
import type { Transitions } from "./transitions.ts";

/** An attempt that is over, and what it makes of its item. */
export type EndedAttempt = {
  readonly item: Item;
  readonly outcome: Outcome<unknown>;
  readonly decision: Decision;
};

/** Takes the ends of attempts to the store, and keeps them for as long as the store cannot write. */
export type EndedAttempts = {
  /** Stores it now or, when that fails, again and again until it is stored. Never throws. */
  readonly keep: (ended: EndedAttempt) => void;
  /** How many are over and not stored yet. */
  readonly waiting: () => number;
  /** One last try; what is still not stored is found as interrupted at the next start. */
  readonly stop: () => void;
};

type EndedOptions = {
  readonly transitions: Pick<Transitions, "finish">;
  readonly clock: Clock;
  readonly log: Log;
  readonly onStored: (ended: EndedAttempt, changed: readonly RecordId[]) => void;
};

/** Milliseconds until a store that could not write is tried again. */
const tryAgainAfter = 3_000;

/**
 * An answer of the service is heard once. A full disk must not lose it: a booking that was made would be
 * taken for one that may have been.
 */
export function endedAttempts({ transitions, clock, log, onStored }: EndedOptions): EndedAttempts {
  const waiting = new Map<RecordId, EndedAttempt>();
  let cancelTimer = (): void => undefined;
  let stopped = false;

  function store(ended: EndedAttempt): void {
    let changed: readonly RecordId[];
    try {
      changed = transitions.finish(ended.item, ended);
    } catch (error) {
      log.error("outbox.not-stored", error);
      waiting.set(ended.item.id, ended);
      return;
    }
    waiting.delete(ended.item.id);
    onStored(ended, changed);
  }
  function schedule(): void {
    cancelTimer();
    if (waiting.size > 0 && !stopped) cancelTimer = clock.after(tryAgainAfter, storeAll);
  }
  function storeAll(): void {
    for (const ended of waiting.values()) store(ended);
    schedule();
  }

  return {
    keep: (ended) => {
      store(ended);
      schedule();
    },
    waiting: () => waiting.size,
    stop: () => {
      stopped = true;
      storeAll();
    },
  };
}
