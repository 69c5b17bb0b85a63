import { fail, type Failure } from "../../contract/failure.ts";
import type { ItemKind } from "../../contract/records/item.ts";

/**
 * What an attempt came to, as far as the decision needs it. `accepted` is any 2xx; its content may be lost
 * (`readable: false`).
 */
export type AttemptOutcome =
  | { readonly kind: "accepted"; readonly readable: boolean; readonly problem: Failure | null }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The program ended, or the machine slept or crashed, while the attempt was under way. */
  | { readonly kind: "interrupted"; readonly problem: Failure };

/** What is known of the item beside its last attempt. */
export type AttemptFacts = {
  readonly kind: ItemKind;
  /**
   * An earlier attempt may have reached the service without a readable answer. A booking's does not count
   * once a person has said that it was not made.
   */
  readonly uncertainBefore: boolean;
  /** The external ID was generated here, so nobody else can have used it. */
  readonly ownExternalId: boolean;
  /** An admin has said that the service honours Idempotency-Key. */
  readonly trustsIdempotencyKey: boolean;
};

/** What the whole queue does next. */
export type QueueOrder =
  | { readonly kind: "go-on" }
  /** The line is down: probe with backoff, then go on. */
  | { readonly kind: "probe" }
  /** The service asked to wait. */
  | { readonly kind: "wait"; readonly seconds: number }
  /** Nothing is sent until there is a new token. */
  | { readonly kind: "token" };

/** `ready` will be sent again by itself; the two others wait for a person. */
export type Decision =
  | { readonly to: "done"; readonly by: "answer" | "existing-patient" | "unreadable-answer" }
  | {
      readonly to: "ready" | "needs-editing" | "needs-checking";
      readonly problem: Failure;
      readonly queue: QueueOrder;
    };

const goOn: QueueOrder = { kind: "go-on" };
const probe: QueueOrder = { kind: "probe" };

/**
 * After an attempt: what the item becomes. The one place that says whether a request may be sent again.
 * A patient may be, since its external ID makes a repeat answer 409; a webhook may be, once the
 * service's list does not show it (the engine looks); a booking that may have reached the service may not, without a person's word.
 */
export function decide(facts: AttemptFacts, outcome: AttemptOutcome): Decision {
  if (outcome.kind === "accepted") return accepted(facts, outcome);
  if (outcome.kind === "interrupted") return uncertain(facts, outcome.problem, goOn);
  return afterFailure(facts, outcome.failure);
}

function accepted(facts: AttemptFacts, outcome: Extract<AttemptOutcome, { kind: "accepted" }>): Decision {
  if (outcome.readable || outcome.problem === null) return { to: "done", by: "answer" };
  if (facts.kind === "booking") return { to: "done", by: "unreadable-answer" };
  return uncertain(facts, outcome.problem, goOn);
}

/** It may have been made: only a request whose repeat is recognised is sent again without a person's word. */
function uncertain(facts: AttemptFacts, problem: Failure, queue: QueueOrder): Decision {
  const isRepeatable = facts.kind !== "booking" || facts.trustsIdempotencyKey;
  return { to: isRepeatable ? "ready" : "needs-checking", problem, queue };
}

function afterFailure(facts: AttemptFacts, problem: Failure): Decision {
  switch (problem.code) {
    case "not-reached":
      return { to: "ready", problem, queue: probe };
    case "token-refused":
      return { to: "ready", problem, queue: { kind: "token" } };
    case "rate-limited":
      return {
        to: "ready",
        problem,
        queue: { kind: "wait", seconds: problem.details.retryAfterSeconds ?? 30 },
      };
    case "unclear":
    case "service-error":
      return uncertain(facts, problem, probe);
    case "redirected":
      return { to: facts.kind === "booking" ? "needs-checking" : "needs-editing", problem, queue: goOn };
    case "patient-exists":
      return conflict(facts, problem);
    default:
      return refused(facts, problem);
  }
}

/** A 409 is our own earlier attempt only when nobody else can have used the external ID. */
function conflict(facts: AttemptFacts, failure: Failure): Decision {
  const ours = facts.kind === "patient" && facts.ownExternalId && facts.uncertainBefore;
  return ours && failure.details.existingPatientId !== undefined
    ? { to: "done", by: "existing-patient" }
    : refused(facts, failure);
}

/** Nothing came of this attempt. Of an earlier one a booking may have come: edited, it would be made twice. */
function refused({ kind, uncertainBefore }: AttemptFacts, problem: Failure): Decision {
  if (kind !== "booking" || !uncertainBefore) return { to: "needs-editing", problem, queue: goOn };
  const message = `An earlier try may or may not have been booked, and its repeat was refused: ${problem.message}`;
  return {
    to: "needs-checking",
    problem: fail("unclear", message, { details: problem.details }),
    queue: goOn,
  };
}
