import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item, ListedItem } from "../../../shared/outbox/item.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, Log, Trace } from "../../platform/ports.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Decision } from "./decide.ts";
import { isDiskFull } from "./not-written.ts";
import type { CurrentAccount } from "./ports.ts";
import type { AttemptAnswer, Finished, Transitions } from "./transitions.ts";

/** An attempt that is over, and what it was taken to make of its item when its answer came. */
export type EndedAttempt = {
  readonly item: Item;
  readonly account: CurrentAccount;
  readonly answered: AttemptAnswer;
  /** Null: that could not be said then, as when the store could not be read. */
  readonly decision: Decision | null;
};

export type DecidedAttempt = EndedAttempt & { readonly decision: Decision };

/** Takes the ends of attempts to the store, and keeps them for as long as the store cannot write. */
export type EndedAttempts = {
  /** Stores it soon or, when that fails, again and again until it is stored. Settles after the first try. */
  readonly keep: (ended: EndedAttempt) => Promise<void>;
  /** How many are over and not stored yet. */
  readonly waiting: () => number;
  /** The item, with that its end could not be stored where that is so. */
  readonly shownAs: <T extends ListedItem>(item: T) => T;
  /** One last try; what is still not stored is found as interrupted at the next start. */
  readonly stop: () => Promise<void>;
};

type EndedOptions = {
  readonly transitions: Pick<Transitions, "finish">;
  readonly inGroup: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
  readonly trace: Trace;
  readonly onStored: (ended: EndedAttempt, finished: Finished) => void;
  /** Told once of each that could not be stored. */
  readonly onUnstored: (ended: EndedAttempt) => void;
};

/** Milliseconds until a store that could not write is tried again. */
const tryAgainAfter = 3_000;

function unsavedEnd({ answered: { outcome } }: EndedAttempt, error: unknown): Failure {
  const isAnswered = outcome.kind !== "failure" || outcome.status !== null;
  const values = { answered: isAnswered ? "yes" : "no", full: isDiskFull(error) };
  // It is tried again by itself, and nothing else may be done with it meanwhile.
  return fail("store", say("failures.store.unsavedEnd", values), { next: "none" });
}

/**
 * An answer of the service is heard once. A full disk must not lose it: a booking that was made would be
 * taken for one that may have been.
 */
export function createResultWriter(options: EndedOptions): EndedAttempts {
  const { transitions, inGroup, clock, log, trace, onStored, onUnstored } = options;
  const waiting = new Set<EndedAttempt>();
  /** Those of them that the store could not write. */
  let failed: EndedAttempt[] = [];
  /** The same, with what a person is told of it, until it is written. */
  const unstored = new Map<RecordId, Failure>();
  let trying: Promise<unknown> = Promise.resolve();
  let cancelTimer = (): void => undefined;
  let stopped = false;

  async function store(ended: EndedAttempt): Promise<void> {
    let finished: Finished;
    try {
      finished = await inGroup(() => transitions.finish(ended.item, ended.answered));
      trace("finish-kept");
    } catch (error) {
      log.error("outbox.not-stored", error);
      failed.push(ended);
      cancelTimer();
      if (!stopped) cancelTimer = clock.after(tryAgainAfter, () => void storeFailed());
      const isNews = !unstored.has(ended.item.id);
      unstored.set(ended.item.id, unsavedEnd(ended, error));
      if (isNews) onUnstored(ended);
      return;
    }
    waiting.delete(ended);
    unstored.delete(ended.item.id);
    onStored(ended, finished);
  }
  function storeFailed(): Promise<unknown> {
    const again = failed;
    failed = [];
    trying = Promise.all(again.map(store));
    return trying;
  }

  return {
    keep: (ended) => {
      waiting.add(ended);
      return store(ended);
    },
    waiting: () => waiting.size,
    shownAs: (item) => {
      const problem = item.status === "sending" ? unstored.get(item.id) : undefined;
      return problem === undefined ? item : { ...item, problem };
    },
    stop: async () => {
      stopped = true;
      cancelTimer();
      await trying;
      await storeFailed();
    },
  };
}
