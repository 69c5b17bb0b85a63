import type { RecordId } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { WebhookRegistration } from "../../contract/service/webhook.ts";
import type { Clock, Log, RandomIds } from "../platform/ports.ts";
import type { Outcome } from "../service/classify.ts";
import type { Post, ServiceClient } from "../service/client.ts";
import { attemptOutcome, wasUncertain } from "./attempts.ts";
import { backoff } from "./backoff.ts";
import type { Connectivity } from "./connectivity.ts";
import { decide, type Decision } from "./decide.ts";
import type { CurrentAccount, OutboxContext, OutboxStore } from "./ports.ts";
import type { Transitions } from "./transitions.ts";

export type Progress = { readonly left: number; readonly sent: number; readonly paused: boolean };

export type Engine = {
  /** Looks for something to send; cheap, may be called at any time. */
  readonly kick: () => void;
  /** Sends this item now if it can be; settles once its attempt ended or it is clear that it must wait. */
  readonly sendNow: (id: RecordId) => Promise<void>;
  readonly pause: (paused: boolean) => void;
  readonly progress: () => Progress | null;
  /** Ends what is under way; those items become what an interrupted attempt makes of them. */
  readonly stop: () => Promise<void>;
};

export type EngineOptions = {
  readonly store: OutboxStore;
  readonly transitions: Transitions;
  readonly client: ServiceClient;
  readonly connectivity: Connectivity;
  readonly context: OutboxContext;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  /** Told after every change of items. */
  readonly onChange: (ids: readonly RecordId[]) => void;
};

/** Requests in flight at once: polite to a service whose limits are not known. */
const mostInFlight = 4;

type Sendable = Extract<Item, { payload: string | null }>;

/** Sends what is ready: in order for each patient, few at once, and only while the service answers. */
export function outboxEngine(options: EngineOptions): Engine {
  const { store, transitions, client, connectivity, context, clock, log } = options;
  const inFlight = new Map<RecordId, { readonly done: Promise<void>; readonly patient: string | null }>();
  const notBefore = new Map<RecordId, { readonly at: number; readonly failures: number }>();
  const aborts = new AbortController();
  let waitUntil = 0;
  let paused = false;
  let stopped = false;
  let sent = 0;
  let cancelWake = (): void => undefined;

  const wakeAt = (at: number): void => {
    cancelWake();
    cancelWake = clock.after(Math.max(50, at - clock.monotonic()), kick);
  };
  const patientOf = (item: Item): string | null =>
    item.kind === "booking" && item.form.patient?.kind === "known" ? item.form.patient.id : null;

  const isOpen = (): boolean =>
    !stopped && clock.monotonic() >= waitUntil && connectivity.current().state === "online";

  function sendable(account: CurrentAccount): Item[] {
    const busy = new Set([...inFlight.values()].map((entry) => entry.patient).filter((id) => id !== null));
    const chosen: Item[] = [];
    let soonest = Number.POSITIVE_INFINITY;
    for (const item of store.readyItems(account.accountId, 200)) {
      if (inFlight.size + chosen.length >= mostInFlight) break;
      if (inFlight.has(item.id)) continue;
      const at = notBefore.get(item.id)?.at ?? 0;
      if (at > clock.monotonic()) soonest = Math.min(soonest, at);
      const patient = patientOf(item);
      if (at > clock.monotonic() || (patient !== null && busy.has(patient))) continue;
      if (patient !== null) busy.add(patient);
      chosen.push(item);
    }
    if (soonest < Number.POSITIVE_INFINITY) wakeAt(soonest);
    return chosen;
  }

  function kick(): void {
    const account = context.account();
    if (stopped || paused || account === null) return;
    if (clock.monotonic() < waitUntil) return wakeAt(waitUntil);
    if (store.readyItems(account.accountId, 1).length === 0) {
      if (inFlight.size === 0) sent = 0;
      return;
    }
    if (!connectivity.isFresh()) {
      // A probe that finds the line up calls back here.
      void connectivity.check();
      return;
    }
    for (const item of sendable(account)) void start(item.id, account);
  }

  function start(id: RecordId, account: CurrentAccount): Promise<void> {
    const running = inFlight.get(id);
    if (running !== undefined) return running.done;
    const item = transitions.begin(id, account);
    options.onChange([id]);
    if (item === null) return Promise.resolve();
    const done = attempt(item, account)
      .catch((error: unknown) => log.error("outbox.attempt", error))
      .finally(() => {
        inFlight.delete(id);
        if (!stopped) kick();
      });
    inFlight.set(id, { done, patient: patientOf(item) });
    return done;
  }

  async function attempt(item: Sendable, account: CurrentAccount): Promise<void> {
    const facts = transitions.facts(item, context.settings().trustsIdempotencyKey);
    const outcome = await send(item, account);
    const decision = decide(facts, attemptOutcome(outcome));
    if (outcome.status !== null && outcome.status < 500 && outcome.status !== 408) {
      if (outcome.status !== 401) connectivity.answered();
    }
    const changed = transitions.finish(item, { outcome, decision });
    if (decision.to === "done") sent += 1;
    obey(item.id, decision);
    options.onChange(changed);
  }

  async function send(item: Sendable, account: CurrentAccount): Promise<Outcome<unknown>> {
    const post: Post = {
      payload: item.payload ?? "",
      idempotencyKey: item.idempotencyKey,
      signal: aborts.signal,
    };
    switch (item.kind) {
      case "patient":
        return client.createPatient(account.credentials, post);
      case "booking":
        return client.bookAppointment(account.credentials, post);
      case "webhook":
        return (await alreadyRegistered(item, account)) ?? client.registerWebhook(account.credentials, post);
    }
  }

  /** After an unclear attempt the service's own list says whether the registration was made. */
  async function alreadyRegistered(
    item: Sendable,
    account: CurrentAccount,
  ): Promise<Outcome<WebhookRegistration> | null> {
    if (item.kind !== "webhook" || !wasUncertain(item.attempts.slice(0, -1))) return null;
    const listed = await client.listWebhooks(account.credentials, aborts.signal);
    if (listed.kind !== "success") {
      return listed.kind === "failure" ? { ...listed, phase: "none" } : null;
    }
    const wanted = JSON.stringify([item.form.url.trim(), [...item.form.events].sort()]);
    const found = listed.value.find((hook) => JSON.stringify([hook.url, [...hook.events].sort()]) === wanted);
    return found === undefined ? null : { kind: "success", value: found, status: 200, phase: "answered" };
  }

  function obey(id: RecordId, decision: Decision): void {
    if (decision.to !== "ready") notBefore.delete(id);
    else {
      const failures = (notBefore.get(id)?.failures ?? 0) + 1;
      const wait = decision.queue.kind === "wait" || decision.queue.kind === "token" ? 0 : 250;
      const at = clock.monotonic() + wait + (wait === 0 ? 0 : backoff(failures, options.random.fraction()));
      notBefore.set(id, { at, failures });
    }
    if (decision.to === "done") return;
    const { queue, problem } = decision;
    if (queue.kind === "wait") waitUntil = clock.monotonic() + queue.seconds * 1_000;
    if (queue.kind === "probe" || queue.kind === "token") connectivity.failed(problem);
  }

  async function sendNow(id: RecordId): Promise<void> {
    const account = context.account();
    if (account === null || stopped) return;
    const running = inFlight.get(id);
    if (running !== undefined) return running.done;
    notBefore.delete(id);
    if (clock.monotonic() < waitUntil) return;
    if (!connectivity.isFresh()) await connectivity.check();
    if (isOpen()) await start(id, account);
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
      const left = account === null ? 0 : store.counts(account.accountId).ready + inFlight.size;
      return left === 0 && sent === 0 ? null : { left, sent, paused };
    },
    stop: async () => {
      stopped = true;
      cancelWake();
      aborts.abort();
      await Promise.all([...inFlight.values()].map((entry) => entry.done));
    },
  };
}
