import { isSameSaying, say, type Saying } from "../../../messages/saying.ts";
import { fail, FailureError, type Failure, type FailureCode } from "../../../shared/core/failure.ts";
import type { Connection } from "../../../shared/session/account.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import { isElsewhere } from "./kinds/webhook-list.ts";
import type { Outcome } from "../../http/classify.ts";
import { computeBackoff } from "./backoff.ts";

const downCodes: ReadonlySet<FailureCode> = new Set([
  "token-refused",
  "not-reached",
  "unclear",
  "service-error",
  // What answers there is not the service.
  "unreadable-answer",
  "redirected",
]);

/**
 * Whether nothing can be sent now: a 401, a 408, a 5xx, no answer, or one that is not the service's. A refusal in
 * the service's own form shows that the line is up.
 */
export const isConnectivityFailure = ({ code }: Failure): boolean => downCodes.has(code);

/** What a probe found of the line. */
export type ProbeAnswer =
  | { readonly kind: "answered" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A probe as the service's answer to it: the list of webhooks, or a refusal of its own. */
export function toProbeAnswer(outcome: Outcome<unknown>): ProbeAnswer {
  if (outcome.kind === "success") return { kind: "answered" };
  const { failure } = outcome;
  if (isElsewhere(outcome)) return { kind: "failed", failure: { ...failure, code: "unreadable-answer" } };
  return isConnectivityFailure(failure) || failure.code === "rate-limited"
    ? { kind: "failed", failure }
    : { kind: "answered" };
}

export type Connectivity = {
  readonly current: () => Connection;
  /** True when the service answered within the last half minute and nothing failed since. */
  readonly isFresh: () => boolean;
  /** Asks the service; calls made meanwhile share the one probe. */
  readonly check: () => Promise<Connection>;
  /** Told by whoever else has asked for the list: it says of the line what a probe's answer does. */
  readonly heard: (answer: ProbeAnswer) => void;
  /** Told by every real request. */
  readonly answered: () => void;
  readonly failed: (failure: Failure) => void;
  /** A request, not a probe, was answered 401: that holds until someone signs in, whatever a probe says. */
  readonly refused: (failure: Failure) => void;
  /** After signing in or out: what was known of the line is gone. */
  readonly reset: (signedIn: boolean) => void;
  readonly stop: () => void;
};

export type ConnectivityOptions = {
  readonly probe: () => Promise<ProbeAnswer>;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly onChange: (connection: Connection) => void;
  /** Called whenever a probe finds the line up: there may be something to send. */
  readonly onOnline: () => void;
  /** On the clock that only grows: the service asked that nothing, not even a probe, is sent before it. */
  readonly askedUntil: () => number;
  /** A probe was asked to wait so many seconds. */
  readonly onAskedToWait: (seconds: number) => unknown;
};

const freshFor = 30_000;
const probeWhenIdle = 60_000;
/** Seconds, where the service asks to wait and does not say how long. */
const usualWait = 30;

/** A probe that could not be made, or its answer not be kept: it is made again like one that failed. */
const faulty = (error: unknown): ProbeAnswer => ({
  kind: "failed",
  failure:
    error instanceof FailureError ? error.failure : fail("internal", say("failures.outbox.probeFailed")),
});

/** What a failure says of the line alone; what became of the request stands at its item. */
const reasonOf = ({ code, why }: Failure): Saying => {
  if (code === "unclear") return say("failures.connectionBroke");
  if (code === "unreadable-answer" || code === "redirected") return say("failures.somethingElseAnswers");
  return why;
};

/** Whether the service answers, from its real answers only, never from the system's word. */
export function createConnectivity(options: ConnectivityOptions): Connectivity {
  const { clock } = options;
  let connection: Connection = { state: "signed-out", lastAnswerAt: null, reason: null };
  let answeredAt: number | null = null;
  let failures = 0;
  let cancelTimer = (): void => undefined;
  let running: Promise<Connection> | null = null;
  let generation = 0;
  let stopped = false;
  /** Nobody is signed in, or a request was refused with 401: nothing more is asked, and no answer says anything. */
  let held = true;

  const become = (next: Connection): void => {
    const changed = next.state !== connection.state || !isSameSaying(next.reason, connection.reason);
    const answeredNow = next.lastAnswerAt !== connection.lastAnswerAt;
    connection = next;
    if (changed || answeredNow) options.onChange(connection);
  };
  const schedule = (): void => {
    cancelTimer();
    cancelTimer = (): void => undefined;
    if (stopped) return;
    if (connection.state === "signed-out" || connection.state === "token-refused") return;
    const wait =
      connection.state === "online"
        ? probeWhenIdle
        : 500 + computeBackoff(failures, options.random.fraction());
    const asked = options.askedUntil() - clock.monotonic();
    cancelTimer = clock.after(Math.max(wait, asked), () => void check());
  };
  const answered = (): void => {
    if (held) return;
    failures = 0;
    answeredAt = clock.limits.monotonic();
    become({ state: "online", lastAnswerAt: clock.now().toISOString(), reason: null });
    schedule();
  };
  const failed = (failure: Failure): void => {
    if (held) return;
    answeredAt = null;
    if (failure.code === "token-refused") {
      become({ state: "token-refused", lastAnswerAt: clock.now().toISOString(), reason: failure.why });
    } else if (failure.code === "rate-limited") {
      become({ ...connection, lastAnswerAt: clock.now().toISOString(), reason: failure.why });
    } else {
      failures += 1;
      become({ ...connection, state: "offline", reason: reasonOf(failure) });
    }
    schedule();
  };
  const check = (): Promise<Connection> => {
    if (held || clock.monotonic() < options.askedUntil()) return Promise.resolve(connection);
    if (running !== null) return running;
    const mine = probe().finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  };
  const heard = (answer: ProbeAnswer): void => {
    if (answer.kind === "answered") return answered();
    const { code, details } = answer.failure;
    const seconds = details.retryAfterSeconds ?? (code === "rate-limited" ? usualWait : 0);
    if (seconds > 0) options.onAskedToWait(seconds);
    failed(answer.failure);
  };
  const probe = async (): Promise<Connection> => {
    const mine = generation;
    const answer = await options.probe().catch(faulty);
    // Signed in elsewhere meanwhile: this answer is of another line.
    if (mine !== generation) return connection;
    heard(answer);
    if (answer.kind === "answered") options.onOnline();
    return connection;
  };

  return {
    current: () => connection,
    isFresh: () => answeredAt !== null && clock.limits.monotonic() - answeredAt < freshFor,
    check,
    heard,
    answered,
    failed,
    refused: (failure) => {
      failed(failure);
      held = true;
    },
    reset: (signedIn) => {
      generation += 1;
      held = !signedIn;
      running = null;
      failures = 0;
      answeredAt = null;
      become({ state: signedIn ? "checking" : "signed-out", lastAnswerAt: null, reason: null });
      schedule();
    },
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}
