import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item, ListedItem } from "../../../shared/outbox/item.ts";
import type { Clock, Log, RandomIds, Trace } from "../../platform/ports.ts";
import type { ServiceClient } from "../../http/client.ts";
import { createAttemptRunner } from "./attempt-runner.ts";
import type { Brake } from "./brake.ts";
import type { Connectivity } from "./connectivity.ts";
import { createCountedSend, createSender } from "./counted-send.ts";
import { createResultWriter } from "./ended.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import type { CurrentAccount, OutboxContext, Sharing } from "./ports.ts";
import { createReadyItems } from "./ready-items.ts";
import { createRetrySchedule } from "./retry-schedule.ts";
import type { Counted } from "./send-counter.ts";
import { createSendGate } from "./send-gate.ts";
import { createSendPlaces } from "./send-places.ts";
import { createSendProgress, type SendProgress } from "./send-progress.ts";
import type { Transitions } from "./transitions.ts";

export type Engine = {
  /** Looks for something to send; cheap, may be called at any time. */
  readonly kick: () => void;
  /** Sends this item now if it can be; settles once its attempt ended or it is clear that it must wait. */
  readonly sendNow: (id: RecordId) => Promise<void>;
  readonly pause: (paused: boolean) => void;
  readonly isPaused: () => boolean;
  /** The item, with that its answer came and could not be saved where that is so. */
  readonly shownAs: <T extends ListedItem>(item: T) => T;
  readonly progress: () => SendProgress | null;
  /**
   * Begins nothing more. What is under way has so many milliseconds to be answered, none unless given; then it
   * is ended, and those items become what an interrupted attempt makes of them.
   */
  readonly stop: (grace?: number) => Promise<void>;
};

export type EngineOptions = {
  readonly store: Store;
  /** Beginnings and ends share a sync of the disk with what else is saved at the time. */
  readonly inGroup: GroupCommit;
  readonly transitions: Transitions;
  readonly client: ServiceClient;
  readonly connectivity: Connectivity;
  readonly brake: Brake;
  readonly context: OutboxContext;
  /** Who of several desks may send. */
  readonly sharing: Sharing;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly trace: Trace;
  /** Counts the attempt that has begun outside of the database as well. */
  readonly counted: () => Promise<Counted>;
  /** Told after every change of items. */
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** How many more will be ready by themselves, such as rows of a file that go into the queue a few at a time. */
  readonly toCome: () => number;
  /** False: nothing is sent from this desk, such as while it must have a PIN and has none. */
  readonly mayWork: () => boolean;
};

/** Milliseconds until the store is asked again, after it failed. */
const lookAgainAfter = 5_000;

/** Sends what is ready: in order for each patient, few at once, and only while the service answers. */
export function createOutboxEngine(options: EngineOptions): Engine {
  const { store, connectivity, brake, context, clock, log, trace } = options;
  const places = createSendPlaces();
  const later = createRetrySchedule(clock, options.random);
  const ready = createReadyItems({ store, later, clock });
  const aborts = new AbortController();
  const { signal } = aborts;
  const send = createCountedSend({
    send: createSender({ client: options.client, signal, trace }),
    counted: options.counted,
    clock,
    log,
    signal,
  });
  const waiting = brake.waits;
  const gate = createSendGate({ ...options, waits: waiting });
  const attempts = createAttemptRunner({ ...options, send, gate, later, ready });
  const progress = createSendProgress({ ...options, waits: waiting });
  let paused = false;
  let cancelWake = (): void => undefined;

  /** Telling reads counts from the store: a fault there must not lose an attempt that has begun or ended. */
  const tell = (ids: readonly RecordId[]): void => {
    try {
      options.onChange(ids);
      trace("told");
    } catch (error) {
      log.error("outbox.tell", error);
    }
  };
  const ended = createResultWriter({
    ...options,
    onStored: (attempt, { decision, changed }) => {
      if (decision.to === "done") progress.countSent();
      // It could not be decided, or something else has ended with the same answer just before.
      if (decision.to !== attempt.decision?.to) attempts.heed({ ...attempt, decision });
      tell(changed);
      goOn();
    },
    onUnstored: ({ item }) => tell([item.id]),
  });

  const wakeAt = (at: number): void => {
    cancelWake();
    cancelWake = clock.after(Math.max(50, at - clock.monotonic()), kick);
  };

  /** From outside: what was read before may be old. */
  function kick(): void {
    ready.drop();
    goOn();
  }

  function goOn(): void {
    if (gate.isClosed()) return;
    try {
      look();
    } catch (error) {
      log.error("outbox.look", error);
      wakeAt(clock.monotonic() + lookAgainAfter);
    }
  }

  function look(): void {
    const account = paused ? null : gate.findAccount();
    if (account === null) return;
    if (gate.mustWait(account)) return wakeAt(waiting.until(account));
    const soonest = later.waiting().reduce((least, { at }) => Math.min(least, at), Infinity);
    if (soonest < Infinity) wakeAt(soonest);
    // Reading and parsing items takes time: none while there is no place.
    while (places.isFree()) {
      const item = ready.next(account.accountId, places.underWay);
      if (item === null) {
        if (!places.hasAny() && ended.waiting() === 0 && soonest === Infinity) progress.endRun();
        return;
      }
      if (!connectivity.isFresh()) {
        // A probe that finds the line up calls back here.
        void connectivity.check();
        return;
      }
      ready.take(item);
      start(item, account).catch((error: unknown) => log.error("outbox.begin", error));
    }
  }

  /** Takes its place at once. Rejects when the beginning could not be kept; then nothing was sent. */
  function start(item: Item, account: CurrentAccount): Promise<void> {
    return places.find(item.id) ?? places.take(item, () => run(item, account));
  }

  async function run(item: Item, account: CurrentAccount): Promise<void> {
    let kept: Promise<void> | undefined;
    try {
      const begun = await attempts.begin(item, account);
      tell([item.id]);
      if (begun !== null) kept = ended.keep(await attempts.send(begun, account));
    } finally {
      // The next one's beginning is kept by the same sync as this end.
      places.leave(item);
      goOn();
    }
    await kept;
  }

  /** Waits for the next place, or where there is one for the line: false, and it is down. */
  async function waitOnce(id: RecordId, account: CurrentAccount): Promise<boolean> {
    if (!places.isFreeFor(id)) {
      await places.waitForOne();
      return true;
    }
    const { state } = await connectivity.check();
    // Of another account's service nothing is to be waited for, and its line says nothing of this one.
    return state === "online" && gate.isAtDesk(account) && !gate.mustWait(account) && !gate.isClosed();
  }

  async function sendNow(id: RecordId): Promise<void> {
    const account = context.account();
    if (account === null || gate.isClosed()) return;
    const known = places.find(id);
    if (known !== undefined) return known;
    if (gate.mustWait(account)) return;
    ready.drop();
    const floor = later.hasten(id);
    if (floor !== null) await floor;
    // However many are asked for at once: they wait for a place, and have the next one.
    places.hold();
    let isUp = true;
    try {
      // A place may come long after the last answer, and be gone again after the next.
      while (isUp && !(places.isFreeFor(id) && connectivity.isFresh())) isUp = await waitOnce(id, account);
    } finally {
      places.letGo();
    }
    // Somebody may have signed out or in elsewhere meanwhile, or another press have sent it.
    const isNow = isUp && gate.mayBegin(account) && later.mayGo(id);
    const item = isNow ? store.read(({ items }) => items.find(id)) : null;
    // One that waits for its patient is asked for at no hub: its turn comes with the patient.
    const isItsTurn = item !== null && (item.status === "ready" || places.underWay.has(id));
    if (isItsTurn) await start(item, account);
    else kick();
  }

  return {
    kick,
    sendNow,
    pause: (next) => {
      paused = next;
      kick();
    },
    isPaused: () => paused,
    shownAs: ended.shownAs,
    progress: () => progress.show(paused),
    stop: async (grace = 0) => {
      gate.close();
      cancelWake();
      const cancel = clock.limits.after(grace, () => aborts.abort());
      if (grace === 0) aborts.abort();
      await places.waitForAll();
      cancel();
      await ended.stop();
    },
  };
}
