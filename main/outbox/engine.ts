import type { EventPayload } from "../../contract/events.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { Clock, Log, RandomIds, Trace } from "../platform/ports.ts";
import type { ServiceClient } from "../service/client.ts";
import { attemptOutcome } from "./attempts.ts";
import type { Brake } from "./brake.ts";
import type { Connectivity } from "./connectivity.ts";
import { countedSend, sentElsewhere } from "./counted-send.ts";
import { decide, type Decision } from "./decide.ts";
import { endedAttempts } from "./ended.ts";
import type { Store } from "../store/types.ts";
import type { CurrentAccount, OutboxContext } from "./ports.ts";
import { patientOf, retryFloor, retrySchedule } from "./retry-schedule.ts";
import type { Counted } from "./send-counter.ts";
import { sender } from "./sender.ts";
import type { Transitions } from "./transitions.ts";

export type Progress = NonNullable<EventPayload<"items.changed">["progress"]>;

export type Engine = {
  /** Looks for something to send; cheap, may be called at any time. */
  readonly kick: () => void;
  /** Sends this item now if it can be; settles once its attempt ended or it is clear that it must wait. */
  readonly sendNow: (id: RecordId) => Promise<void>;
  readonly pause: (paused: boolean) => void;
  readonly progress: () => Progress | null;
  /**
   * Begins nothing more. What is under way has so many milliseconds to be answered, none unless given; then it
   * is ended, and those items become what an interrupted attempt makes of them.
   */
  readonly stop: (grace?: number) => Promise<void>;
};

export type EngineOptions = {
  readonly store: Store;
  readonly transitions: Transitions;
  readonly client: ServiceClient;
  readonly connectivity: Connectivity;
  readonly brake: Brake;
  readonly context: OutboxContext;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly trace: Trace;
  /** Counts the attempt that has begun outside of the database as well. */
  readonly counted: () => Promise<Counted>;
  /** Told after every change of items. */
  readonly onChange: (ids: readonly RecordId[]) => void;
};

/** Requests in flight at once: polite to a service whose limits are not known. */
const mostInFlight = 4;
/** How many of the oldest ready items are looked at: more when the first are all of patients who have to wait. */
const looksAt = [16, 200];
/** Milliseconds until the store is asked again, after it failed. */
const lookAgainAfter = 5_000;

/** Sends what is ready: in order for each patient, few at once, and only while the service answers. */
export function outboxEngine(options: EngineOptions): Engine {
  const { store, transitions, connectivity, brake, context, clock, log } = options;
  const inFlight = new Map<RecordId, { readonly done: Promise<void>; readonly patient: string | null }>();
  const later = retrySchedule(clock, options.random);
  const aborts = new AbortController();
  const { signal } = aborts;
  const send = countedSend({
    send: sender({ client: options.client, signal, trace: options.trace }),
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
      options.trace("told");
    } catch (error) {
      log.error("outbox.tell", error);
    }
  };
  const ended = endedAttempts({
    transitions,
    clock,
    log,
    onStored: ({ decision }, changed) => {
      if (decision.to === "done") sent += 1;
      tell(changed);
      kick();
    },
  });

  const wakeAt = (at: number): void => {
    cancelWake();
    cancelWake = clock.after(Math.max(50, at - clock.monotonic()), kick);
  };
  const mustWait = (account: CurrentAccount): boolean => clock.monotonic() < waiting.until(account);
  const isOpen = (account: CurrentAccount): boolean =>
    !stopped && !mustWait(account) && connectivity.current().state === "online";

  function sendable({ accountId }: CurrentAccount, seen: ReadonlySet<RecordId>): Item[] {
    // Reading and parsing items takes time: none while there is no place, and few as long as those do.
    if (inFlight.size + asking >= mostInFlight) return [];
    const waitingItems = later.waiting();
    if (waitingItems.length > 0)
      wakeAt(waitingItems.reduce((soonest, { at }) => Math.min(soonest, at), Infinity));
    const without = [...inFlight.keys(), ...waitingItems.map(({ id }) => id), ...seen];
    const busy = [...inFlight.values(), ...waitingItems].map(({ patient }) => patient);
    for (const limit of looksAt) {
      const ready = store.read(({ items }) => items.ready({ accountId, limit, without }));
      const chosen = choose(ready, busy);
      if (chosen.length > 0) return chosen;
    }
    return [];
  }

  /** In the order of the queue, as many as have a place; a patient's later booking does not overtake. */
  function choose(ready: readonly Item[], busy: readonly (string | null)[]): Item[] {
    const patients = new Set(busy);
    const chosen: Item[] = [];
    for (const item of ready) {
      if (inFlight.size + chosen.length + asking >= mostInFlight) break;
      const patient = patientOf(item);
      if (patient !== null && patients.has(patient)) continue;
      patients.add(patient);
      chosen.push(item);
    }
    return chosen;
  }

  function kick(): void {
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
    if (paused || account === null) return;
    if (mustWait(account)) return wakeAt(waiting.until(account));
    const { accountId } = account;
    if (store.read(({ items }) => items.ready({ accountId, limit: 1, without: [] })).length === 0) {
      if (inFlight.size === 0 && ended.waiting() === 0) sent = 0;
      return;
    }
    if (!connectivity.isFresh()) {
      // A probe that finds the line up calls back here.
      void connectivity.check();
      return;
    }
    // One that turns out to wait for something else leaves its place to the next.
    const seen = new Set<RecordId>();
    for (let next = sendable(account, seen); next.length > 0; next = sendable(account, seen)) {
      for (const item of next) {
        seen.add(item.id);
        tryStart(item, account);
      }
    }
  }

  function tryStart(item: Item, account: CurrentAccount): void {
    try {
      void start(item.id, account);
    } catch (error) {
      log.error("outbox.begin", error);
      later.by(item, lookAgainAfter);
      wakeAt(clock.monotonic() + lookAgainAfter);
    }
  }

  function start(id: RecordId, account: CurrentAccount): Promise<void> {
    const running = inFlight.get(id);
    if (running !== undefined) return running.done;
    const item = transitions.begin(id, account);
    tell([id]);
    if (item === null) return Promise.resolve();
    const done = attempt(item, account)
      .catch((error: unknown) => log.error("outbox.attempt", error))
      .finally(() => {
        inFlight.delete(id);
        kick();
      });
    inFlight.set(id, { done, patient: patientOf(item) });
    return done;
  }

  async function attempt(item: Item, account: CurrentAccount): Promise<void> {
    const outcome = await send(item, account, () => !stopped && isAtDesk(account));
    // Nothing more goes out from here.
    if (outcome === sentElsewhere) stopped = true;
    // As it is set now: that trust may have been taken back while the request was under way.
    const facts = transitions.facts(item, {
      trustsIdempotencyKey: context.settings().trustsIdempotencyKey,
      refusedAlike: brake.refusedAlike(outcome),
      outcome,
    });
    const decision = decide(facts, attemptOutcome(outcome));
    schedule(item, decision);
    // What an account left behind is answered says nothing of the line to the one at the desk.
    if (outcome !== sentElsewhere && isAtDesk(account)) brake.after(account, { item, outcome, decision });
    ended.keep({ item, outcome, decision });
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
    if (decision.to !== "ready") later.forget(item.id);
    else if (decision.queue.kind === "wait" || decision.queue.kind === "token") later.by(item, retryFloor);
    else later.afterFailure(item);
  }

  const hasPlace = (id: RecordId): boolean => inFlight.size < mostInFlight || inFlight.has(id);

  async function sendNow(id: RecordId): Promise<void> {
    const account = context.account();
    if (account === null || stopped) return;
    const running = inFlight.get(id);
    if (running !== undefined) return running.done;
    if (mustWait(account)) return;
    const floor = later.hasten(id);
    if (floor !== null) await floor;
    // However many are asked for at once: they wait for a place, and have the next one.
    asking += 1;
    let isUp = true;
    try {
      // A place may come long after the last answer, and be gone again after the next.
      while (isUp && !(hasPlace(id) && connectivity.isFresh())) {
        if (hasPlace(id))
          isUp = (await connectivity.check()).state === "online" && !mustWait(account) && !stopped;
        else await Promise.race([...inFlight.values()].map((entry) => entry.done));
      }
    } finally {
      asking -= 1;
    }
    // Somebody may have signed out or in elsewhere meanwhile, or another press have sent it.
    if (isUp && isOpen(account) && isAtDesk(account) && later.mayGo(id)) await start(id, account);
    else kick();
  }

  return {
    kick,
    sendNow,
    pause: (next) => {
      paused = next;
      if (!paused) kick();
    },
    progress: () => {
      const account = context.account();
      const underWay = inFlight.size + ended.waiting();
      const ready = account === null ? 0 : store.read(({ items }) => items.readyCount(account.accountId));
      const left = account === null ? 0 : ready + underWay;
      if (left === 0 && sent === 0) return null;
      return { left, sent, paused, waitsUntil: account === null ? null : waiting.shown(account) };
    },
    stop: async (grace = 0) => {
      stopped = true;
      cancelWake();
      const answered = Promise.all([...inFlight.values()].map((entry) => entry.done));
      const cancel = clock.after(grace, () => aborts.abort());
      if (grace === 0) aborts.abort();
      await answered;
      cancel();
      ended.stop();
    },
  };
}
