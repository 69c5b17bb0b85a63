import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Outcome } from "../../http/classify.ts";
import { computeBackoff } from "./backoff.ts";
import { isConnectivityFailure, type Connectivity } from "./connectivity.ts";
import type { DecidedAttempt } from "./ended.ts";
import type { CurrentAccount } from "./ports.ts";

/** `asked`: by the service. `ours`: a queue that keeps failing slows down. */
type WaitReason = "asked" | "ours";

/** Until when nothing is sent to an account's service, because it asked for that or keeps breaking off. */
export type Waits = {
  /** On the clock that only grows; one that has passed means no wait. */
  readonly until: (account: CurrentAccount) => number;
  /** The same, counting what the service asked for alone: not even a probe is sent before it. */
  readonly askedUntil: (account: CurrentAccount) => number;
  /** The first as an RFC 3339 instant, for showing; null when there is no wait. */
  readonly shown: (account: CurrentAccount) => string | null;
  /** At least that long from now, in milliseconds. */
  readonly atLeast: (account: CurrentAccount, milliseconds: number, reason: WaitReason) => void;
};

/**
 * The waits of each service. A restart forgets them, since only the clock on the wall could say what is left:
 * then at most as many requests as are in flight at once hear it again.
 */
export function createRetryWindows(clock: Clock): Waits {
  const known: Record<WaitReason, Map<string, number>> = { asked: new Map(), ours: new Map() };
  const of = (reason: WaitReason, { credentials }: CurrentAccount): number =>
    known[reason].get(credentials.serviceAddress) ?? 0;
  const until = (account: CurrentAccount): number => Math.max(of("asked", account), of("ours", account));
  return {
    until,
    askedUntil: (account) => of("asked", account),
    shown: (account) => {
      const left = until(account) - clock.monotonic();
      return left > 0 ? new Date(clock.now().getTime() + left).toISOString() : null;
    },
    atLeast: (account, milliseconds, reason) => {
      const at = Math.max(of(reason, account), clock.monotonic() + milliseconds);
      known[reason].set(account.credentials.serviceAddress, at);
    },
  };
}

/** What keeps the whole queue from going on, from the answers to its own requests. */
export type Brake = {
  readonly waits: Waits;
  /** Whether the last request was refused with that status as well, in a form that the service does not use. */
  readonly refusedAlike: (outcome: Outcome<unknown>) => boolean;
  /** After an attempt of the account at the desk. */
  readonly after: (ended: DecidedAttempt) => void;
};

const foreignStatus = (outcome: Outcome<unknown>): number | null =>
  outcome.kind === "failure" && outcome.foreign === true ? outcome.status : null;

/** One that is cut off says that the line broke, which a probe finds out; cut off so often, that its probes get through alone. */
const oftenCut = 4;

/** No answer of the service to that request, though something may have answered and a probe may find the line up. */
function isTrouble({ item, answered: { outcome }, decision }: DecidedAttempt): boolean {
  if (outcome.kind === "success") return decision.to === "needs-checking";
  const { code } = outcome.failure;
  return (
    (code === "unclear" && item.attempts.length >= oftenCut) ||
    decision.to === "needs-checking" ||
    code === "unreadable-answer" ||
    code === "service-error" ||
    code === "rate-limited" ||
    code === "redirected" ||
    foreignStatus(outcome) !== null
  );
}

/**
 * Before a webhook was sent again, the service asked for its list to be asked for later: as with a probe that is told so, nothing
 * was asked of it that it has answered.
 */
const isListPutOff = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === "failure" && outcome.failure.code === "rate-limited" && outcome.phase === "none";

/**
 * The probe may answer while requests do not get through: without a growing wait all of the queue would be spent
 * on whatever stands in the way.
 */
export function createQueueThrottle(clock: Clock, connectivity: () => Connectivity): Brake {
  const waiting = createRetryWindows(clock);
  /** Items that got no proper answer since the last one that did. One that fails again and again by itself holds up no other. */
  const troubled = new Set<RecordId>();
  let lastForeign: number | null = null;

  function slowDown(account: CurrentAccount, id: RecordId): void {
    troubled.add(id);
    if (troubled.size > 1) waiting.atLeast(account, computeBackoff(troubled.size, 1), "ours");
  }
  return {
    waits: waiting,
    refusedAlike: (outcome) => {
      const status = foreignStatus(outcome);
      return status !== null && status === lastForeign;
    },
    after: (ended) => {
      const { item, account, decision } = ended;
      const { outcome } = ended.answered;
      const line = connectivity();
      lastForeign = foreignStatus(outcome);
      if (isTrouble(ended)) slowDown(account, item.id);
      else if (outcome.kind === "success" || !isConnectivityFailure(outcome.failure)) troubled.clear();
      if (decision.to === "done") return line.answered();
      const { queue, problem } = decision;
      if (queue.kind === "wait") waiting.atLeast(account, queue.seconds * 1_000, "asked");
      // What the failure says of the line, not what became of the item.
      const failure = outcome.kind === "success" ? problem : outcome.failure;
      if (queue.kind === "token") line.refused(failure);
      else if (queue.kind === "probe" || isConnectivityFailure(failure) || isListPutOff(outcome))
        line.failed(failure);
      else if (lastForeign === null) line.answered();
    },
  };
}
