import type { EventPayload } from "../../../shared/events.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item, ListedItem } from "../../../shared/outbox/item.ts";
import type { Clock, Log, RandomIds, Trace } from "../../platform/ports.ts";
import type { ServiceClient } from "../../http/client.ts";
import type { Brake } from "./brake.ts";
import type { Connectivity } from "./connectivity.ts";
import { createCountedSend, sentElsewhere } from "./counted-send.ts";
import type { Decision } from "./decide.ts";
import { createResultWriter, type DecidedAttempt, type EndedAttempt } from "./ended.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import type { CurrentAccount, OutboxContext, Sharing } from "./ports.ts";
import { createReadyItems } from "./ready-items.ts";
import { getPatientQueue, retryFloor, createRetrySchedule } from "./retry-schedule.ts";
import type { Counted } from "./send-counter.ts";
import { createSender } from "./sender.ts";
import type { Transitions } from "./transitions.ts";

export type SendProgress = NonNullable<EventPayload<"items.changed">["progress"]>;

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

/** Requests in flight at once: polite to a service whose limits are not known. */
const mostInFlight = 4;
/** Milliseconds until the store is asked again, after it failed. */
const lookAgainAfter = 5_000;

/** Sends what is ready: in order for each patient, few at once, and only while the service answers. */
export function createOutboxEngine(options: EngineOptions): Engine {
  const { store, transitions, connectivity, brake, context, clock, log, trace, inGroup, sharing } = options;
  /** What has a place: from before its attempt begins until it is answered. */
  const inFlight = new Map<RecordId, { readonly done: Promise<void>; readonly patient: string | null }>();
  /** The same, and what is answered and not stored yet. */
  const running = new Set<Promise<void>>();
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
  let paused = false;
  let stopped = false;
  let sent = 0;
  /** Sends that somebody waits for and that have no place yet. */
  let asking = 0;
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
      if (decision.to === "done") sent += 1;
      // It could not be decided, or something else has ended with the same answer just before.
      if (decision.to !== attempt.decision?.to) heed({ ...attempt, decision });
      tell(changed);
      goOn();
    },
    onUnstored: ({ item }) => tell([item.id]),
  });

  const wakeAt = (at: number): void => {
    cancelWake();
    cancelWake = clock.after(Math.max(50, at - clock.monotonic()), kick);
  };
  const mustWait = (account: CurrentAccount): boolean => clock.monotonic() < waiting.until(account);
  /** As it stands now: whatever was so when it took its place may have changed since. */
  const mayBegin = (account: CurrentAccount): boolean =>
    !stopped && options.mayWork() && isAtDesk(account) && !mustWait(account) && connectivity.isFresh();

  /** From outside: what was read before may be old. */
  function kick(): void {
    ready.drop();
    goOn();
  }

  function goOn(): void {
    if (stopped) return;
    try {
      look();
    } catch (error) {
      log.error("outbox.look", error);
      wakeAt(clock.monotonic() + lookAgainAfter);
    }
  }

  function look(): void {
    const account = context.account();
    if (paused || account === null || !options.mayWork()) return;
    if (mustWait(account)) return wakeAt(waiting.until(account));
    const soonest = later.waiting().reduce((least, { at }) => Math.min(least, at), Infinity);
    if (soonest < Infinity) wakeAt(soonest);
    // Reading and parsing items takes time: none while there is no place.
    while (inFlight.size + asking < mostInFlight) {
      const item = ready.next(account.accountId, inFlight);
      if (item === null) {
        const isOver = inFlight.size === 0 && ended.waiting() === 0 && soonest === Infinity;
        if (isOver && options.toCome() === 0) sent = 0;
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
    const known = inFlight.get(item.id);
    if (known !== undefined) return known.done;
    const done = run(item, account).finally(() => running.delete(done));
    inFlight.set(item.id, { done, patient: getPatientQueue(item) });
    running.add(done);
    return done;
  }

  async function run(item: Item, account: CurrentAccount): Promise<void> {
    let kept: Promise<void> | undefined;
    try {
      const begun = await permitted(item, account);
      tell([item.id]);
      if (begun !== null) kept = ended.keep(await attempt(begun, account));
    } finally {
      // The next one's beginning is kept by the same sync as this end.
      inFlight.delete(item.id);
      goOn();
    }
    await kept;
  }

  /** Begun, where it is permitted. Whatever keeps it from that: it waits, and nobody behind it does. */
  async function permitted(item: Item, account: CurrentAccount): Promise<Item | null> {
    try {
      // Another desk could send it too: not before the hub says yes.
      if (await sharing.permit(item, account.accountId)) return await begunOrLetGo(item, account);
      later.by(item, lookAgainAfter);
      return null;
    } catch (error) {
      later.by(item, lookAgainAfter);
      throw error;
    }
  }

  /** What was permitted and did not begin is let go of, whatever kept it. */
  async function begunOrLetGo(item: Item, account: CurrentAccount): Promise<Item | null> {
    let begun: Item | null = null;
    try {
      begun = await begin(item, account);
    } finally {
      if (begun === null) sharing.notBegun(item);
    }
    return begun;
  }

  const isReady = ({ id }: Item): boolean => store.read(({ items }) => items.find(id))?.status === "ready";

  async function begin(item: Item, account: CurrentAccount): Promise<Item | null> {
    trace("intent-begun");
    const begun = await inGroup(() => (mayBegin(account) ? transitions.begin(item.id, account) : null));
    if (begun !== null) trace("intent-kept");
    else if (!mayBegin(account)) ready.drop();
    // The other desks did not let it begin after all.
    else if (isReady(item)) later.by(item, lookAgainAfter);
    return begun;
  }

  /** An answer is heard once. Whatever breaks over it, such as a store that cannot be read, must not lose it. */
  function guarded<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      log.error("outbox.attempt", error);
      return null;
    }
  }

  async function attempt(item: Item, account: CurrentAccount): Promise<EndedAttempt> {
    const isWanted = (): boolean => !stopped && isAtDesk(account) && sharing.mayLeave(item.id);
    const outcome = await send(item, account, isWanted);
    // Nothing more goes out from here.
    if (outcome === sentElsewhere) stopped = true;
    const answered = {
      outcome,
      // As it is set now: that trust may have been taken back while the request was under way.
      trustsIdempotencyKey: guarded(() => context.settings().trustsIdempotencyKey) ?? false,
      refusedAlike: brake.refusedAlike(outcome),
    };
    const over = { item, account, answered };
    const decision = guarded(() => transitions.decide(item, answered));
    if (decision !== null) heed({ ...over, decision });
    return { ...over, decision };
  }

  /** What the answer means for the item's next try and for the whole queue. */
  function heed(over: DecidedAttempt): void {
    guarded(() => {
      schedule(over.item, over.decision);
      // What an account left behind is answered says nothing of the line to the one at the desk.
      if (over.answered.outcome !== sentElsewhere && isAtDesk(over.account)) brake.after(over);
    });
  }

  function isAtDesk({ accountId, credentials }: CurrentAccount): boolean {
    const now = context.account();
    return (
      now?.accountId === accountId &&
      now.credentials.token === credentials.token &&
      now.credentials.serviceAddress === credentials.serviceAddress
    );
  }

  function schedule(item: Item, decision: Decision): void {
    if (decision.to === "ready") ready.drop();
    if (decision.to !== "ready") later.forget(item.id);
    else if (decision.queue.kind === "token") later.by(item, retryFloor);
    // What the service asked for is the least that the queue waits, and no reason to ask as often for ever.
    else later.afterFailure(item);
  }

  const hasPlace = (id: RecordId): boolean => inFlight.size < mostInFlight || inFlight.has(id);

  async function sendNow(id: RecordId): Promise<void> {
    const account = context.account();
    if (account === null || stopped) return;
    const known = inFlight.get(id);
    if (known !== undefined) return known.done;
    if (mustWait(account)) return;
    ready.drop();
    const floor = later.hasten(id);
    if (floor !== null) await floor;
    // However many are asked for at once: they wait for a place, and have the next one.
    asking += 1;
    let isUp = true;
    try {
      // A place may come long after the last answer, and be gone again after the next.
      while (isUp && !(hasPlace(id) && connectivity.isFresh())) {
        if (hasPlace(id))
          // Of another account's service nothing is to be waited for, and its line says nothing of this one.
          isUp =
            (await connectivity.check()).state === "online" &&
            isAtDesk(account) &&
            !mustWait(account) &&
            !stopped;
        else await Promise.race([...inFlight.values()].map(({ done }) => done.catch(() => undefined)));
      }
    } finally {
      asking -= 1;
    }
    // Somebody may have signed out or in elsewhere meanwhile, or another press have sent it.
    const isNow = isUp && mayBegin(account) && later.mayGo(id);
    const item = isNow ? store.read(({ items }) => items.find(id)) : null;
    // One that waits for its patient is asked for at no hub: its turn comes with the patient.
    const isItsTurn = item !== null && (item.status === "ready" || inFlight.has(id));
    if (isItsTurn) await start(item, account);
    else kick();
  }

  const leftOf = ({ accountId }: CurrentAccount): number =>
    store.read(({ items }) => {
      const underWay = items.sending().filter((item) => item.accountId === accountId);
      return items.readyCount(accountId) + underWay.length + options.toCome();
    });

  return {
    kick,
    sendNow,
    pause: (next) => {
      paused = next;
      kick();
    },
    isPaused: () => paused,
    shownAs: ended.shownAs,
    progress: () => {
      const account = context.account();
      if (account === null) return null;
      const left = leftOf(account);
      if (left === 0 && sent === 0) return null;
      return { left, sent, paused, waitsUntil: waiting.shown(account) };
    },
    stop: async (grace = 0) => {
      stopped = true;
      cancelWake();
      const cancel = clock.limits.after(grace, () => aborts.abort());
      if (grace === 0) aborts.abort();
      await Promise.allSettled(running);
      cancel();
      await ended.stop();
    },
  };
}
