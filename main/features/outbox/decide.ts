import { say, sentences } from "../../../messages/saying.ts";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import type { RepeatMethod } from "./kinds/kind.ts";
import { getKind } from "./kinds/kinds.ts";

/** What an attempt came to, as far as the decision needs it. */
export type DecidedOutcome =
  /** A 2xx that shows the thing made. */
  | { readonly kind: "accepted" }
  /** A 2xx that does not: it may have been made, or something else has answered. */
  | { readonly kind: "unreadable"; readonly problem: Failure }
  /** `foreign`: a refusal in a form that the service does not use. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly foreign: boolean }
  /** The program ended, or the machine slept or crashed, while the attempt was under way. */
  | { readonly kind: "interrupted"; readonly problem: Failure };

/** What is known of the item beside its last attempt. */
export type AttemptFacts = {
  readonly kind: ItemKind;
  /**
   * An earlier attempt, also one of the item that it was edited from, may have reached the service without a
   * usable answer. It counts after "Book again" too: only an answer that shows what was made takes the doubt away.
   */
  readonly uncertainBefore: boolean;
  /** A person has said of each of those attempts that it was not made ("Book again"). */
  readonly isSettled: boolean;
  /** How many earlier attempts got a 2xx that does not show the thing made. */
  readonly unreadableBefore: number;
  /** A 409 can only speak of an earlier attempt of the item. */
  readonly ownsConflict: boolean;
  /** An admin has said that the service honours Idempotency-Key. */
  readonly trustsIdempotencyKey: boolean;
  /** The number in the answer, when it is known here as another patient's or another booking's. */
  readonly takenNumber: number | null;
  /** Another request has just been refused with the same status, in a form that the service does not use. */
  readonly refusedAlike: boolean;
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
  | { readonly to: "done"; readonly by: "answer" | "existing-patient" }
  | {
      readonly to: "ready" | "needs-editing" | "needs-checking";
      readonly problem: Failure;
      readonly queue: QueueOrder;
    };

const goOn: QueueOrder = { kind: "go-on" };
const probe: QueueOrder = { kind: "probe" };

const repeats = ({ kind }: AttemptFacts, how: RepeatMethod): boolean => getKind({ kind }).repeat === how;

/** So many answers that do not show the thing made, and a person looks at it. */
const mostUnreadable = 3;

/**
 * After an attempt: what the item becomes. The one place that says whether a request may be sent again.
 * A patient may be, since its external ID makes a repeat answer 409; a webhook may be, once the
 * service's list does not show it (the sender looks); a booking that may have reached the service may not,
 * without a person's word.
 */
export function decide(facts: AttemptFacts, outcome: DecidedOutcome): Decision {
  switch (outcome.kind) {
    case "accepted":
      return facts.takenNumber === null ? { to: "done", by: "answer" } : taken(facts, facts.takenNumber);
    case "unreadable":
      return unreadable(facts, outcome.problem);
    case "interrupted":
      return uncertain(facts, outcome.problem, goOn);
    case "failed":
      return afterFailure(facts, outcome);
  }
}

/** One number is one patient, and one booking: the same one twice is told, never taken. */
function taken(facts: AttemptFacts, number: number): Decision {
  if (repeats(facts, "by-name")) {
    const why = say("failures.takenPatient", { number });
    const details = { existingPatientId: number, mayBeOurs: true };
    return { to: "needs-editing", problem: fail("patient-exists", why, { details }), queue: goOn };
  }
  const why = say("failures.takenBooking", { number });
  return { to: "needs-checking", problem: fail("unreadable-answer", why), queue: probe };
}

function unreadable(facts: AttemptFacts, problem: Failure): Decision {
  const next = uncertain(facts, problem, probe);
  return facts.unreadableBefore + 1 < mostUnreadable ? next : { ...next, to: "needs-checking" };
}

/** It may have been made: only a request whose repeat is recognised is sent again without a person's word. */
function uncertain(
  facts: AttemptFacts,
  problem: Failure,
  queue: QueueOrder,
): Exclude<Decision, { to: "done" }> {
  const isRepeatable = !repeats(facts, "by-person") || facts.trustsIdempotencyKey;
  return { to: isRepeatable ? "ready" : "needs-checking", problem, queue };
}

type Failed = Extract<DecidedOutcome, { kind: "failed" }>;

function afterFailure(facts: AttemptFacts, { failure: problem, foreign }: Failed): Decision {
  const seconds = problem.details.retryAfterSeconds;
  switch (problem.code) {
    case "not-reached":
    // The list that would show a registration made earlier could not be read.
    case "unreadable-answer":
      return { to: "ready", problem: notSent(facts, problem), queue: probe };
    case "token-refused":
      return { to: "ready", problem, queue: { kind: "token" } };
    case "rate-limited":
      return { to: "ready", problem, queue: { kind: "wait", seconds: seconds ?? 30 } };
    case "unclear":
    case "service-error":
      return uncertain(facts, problem, seconds === undefined ? probe : { kind: "wait", seconds });
    case "redirected":
      return { to: repeats(facts, "by-person") ? "needs-checking" : "needs-editing", problem, queue: probe };
    case "patient-exists":
      return conflict(facts, problem);
    default:
      // Whatever stands in the way refuses everybody: nobody's item is to blame.
      return foreign && facts.refusedAlike && !facts.uncertainBefore
        ? { to: "ready", problem, queue: goOn }
        : refused(facts, problem, foreign);
  }
}

/** "Nothing was sent" is so of this attempt; of the item only when no earlier one may have arrived. */
function notSent({ uncertainBefore }: AttemptFacts, failure: Failure): Failure {
  const rest = say(uncertainBefore ? "failures.triedBefore" : "failures.nothingSent");
  return { ...failure, why: sentences(failure.why, rest) };
}

/** A 409 is our own earlier attempt only when nobody else can have used the external ID. */
function conflict(facts: AttemptFacts, failure: Failure): Decision {
  if (!repeats(facts, "by-name")) return refused(facts, failure, false);
  const number = failure.details.existingPatientId;
  if (!facts.uncertainBefore) return refused(facts, failure, false);
  if (facts.takenNumber !== null) return taken(facts, facts.takenNumber);
  if (facts.ownsConflict && number !== undefined) return { to: "done", by: "existing-patient" };
  const why = number === undefined ? say("failures.mayBeOurs") : say("failures.mayBeOursNumber", { number });
  const problem = fail("patient-exists", why, { details: { ...failure.details, mayBeOurs: true } });
  return { to: "needs-editing", problem, queue: goOn };
}

const nothingMade = (failure: Failure): Failure => ({
  ...failure,
  why: sentences(failure.why, say("failures.nothingCreated")),
  details: { ...failure.details, nothingMade: true },
});

/**
 * Nothing came of this attempt. Of an earlier one something may have come, and then "nothing was created" is
 * never said; a booking, edited, would be made twice.
 */
function refused(facts: AttemptFacts, failure: Failure, foreign: boolean): Decision {
  if (!facts.uncertainBefore) {
    // What a 409 means where the interface shows none, it does not say either.
    const isKnown = !foreign && (failure.details.status !== 409 || repeats(facts, "by-name"));
    return { to: "needs-editing", problem: isKnown ? nothingMade(failure) : failure, queue: goOn };
  }
  const why = say(`failures.repeatRefused.${facts.kind}`, { why: failure.why });
  // Fields that the service does not take say nothing of the earlier attempt: what a person said of it stands, and they can be mended.
  const mayEdit = facts.isSettled && failure.code === "fields-refused";
  return repeats(facts, "by-person") && !mayEdit
    ? {
        to: "needs-checking",
        problem: fail("unclear", why, { details: failure.details }),
        queue: goOn,
      }
    : { to: "needs-editing", problem: { ...failure, why }, queue: goOn };
}
