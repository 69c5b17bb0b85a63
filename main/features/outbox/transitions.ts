import { isHere } from "../../../shared/connection/host.ts";
import { parseSentMembers } from "../../../shared/outbox/echo.ts";
import { say } from "../../../messages/saying.ts";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import { pruneAttempts } from "../../../shared/outbox/attempts.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Attempt, Item } from "../../../shared/outbox/item.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Clock, RandomIds, Trace } from "../../platform/ports.ts";
import type { Outcome } from "../../http/classify.ts";
import { toAttemptOutcome, isUnsettled, countUnreadable, withLastAttempt, wasUncertain } from "./attempts.ts";
import { decide, type AttemptFacts, type Decision } from "./decide.ts";
import type { Store } from "../../db/types.ts";
import type { CurrentAccount, OutboxContext, Sharing } from "./ports.ts";
import { findKnownPatient } from "./known-patient.ts";

/** The durable steps of an item's way to the service. Each is one transaction, or a part of one. */
export type Transitions = {
  /**
   * Before the first byte: the body is frozen, and an attempt recorded as under way. Null when the item may
   * not be sent now; it then stands in the status that says why.
   */
  readonly begin: (id: RecordId, account: CurrentAccount) => Item | null;
  readonly facts: (item: Item, known: KnownFacts) => AttemptFacts;
  /** What an attempt makes of its item, as the store stands now. */
  readonly decide: (begun: Item, answered: AttemptAnswer) => Decision;
  /** After the attempt: decides, with all that ended before it, and keeps that. */
  readonly finish: (begun: Item, answered: AttemptAnswer) => Finished;
  /** At the start of the program: an attempt that never ended may have reached the service. */
  readonly recover: () => RecordId[];
};

/** What the engine knows of an attempt beside its item. */
export type KnownFacts = Pick<AttemptFacts, "trustsIdempotencyKey" | "refusedAlike"> & {
  /** Null: there was none, the program ended. */
  readonly outcome: Outcome<unknown> | null;
};

/** An attempt that is over. */
export type AttemptAnswer = KnownFacts & { readonly outcome: Outcome<unknown> };

/** `changed`: the ids of all items that did. */
export type Finished = { readonly decision: Decision; readonly changed: readonly RecordId[] };

export type TransitionsOptions = {
  readonly store: Store;
  readonly context: OutboxContext;
  /** Who of several desks may send. */
  readonly sharing: Sharing;
  readonly clock: Clock;
  readonly random: Pick<RandomIds, "uuid" | "bytes">;
  readonly trace: Trace;
};

const interrupted = fail("unclear", say("failures.outbox.interrupted"));
const untrusted = fail("unclear", say("failures.outbox.untrusted"));
const passedUnclear = fail("unclear", say("failures.outbox.passedUnclear"));
const garbled = fail("store", say("failures.outbox.unreadBody"), { next: "edit" });
const passed = fail("invalid-input", say("failures.outbox.passed"), {
  fields: { time: say("failures.outbox.timePassed") },
});

export function createTransitions(options: TransitionsOptions): Transitions {
  const { store, context, sharing, clock, random, trace } = options;
  const now = (): string => clock.now().toISOString();
  const save = <T extends Item>(item: T): T => {
    const next = { ...item, updatedAt: now() };
    store.transaction(({ items }) => items.update(next));
    return next;
  };
  /** The same where form and result stay, and so what it is found by. */
  const restate = <T extends Item>(item: T): T => {
    const next = { ...item, updatedAt: now() };
    store.transaction(({ items }) => items.restate(next));
    return next;
  };
  const desk = { store, random, now, save };

  /** The item with its frozen body, or what keeps it from being sent. */
  function freeze(item: Item, { credentials }: CurrentAccount): Item | { readonly blocked: Item } {
    if (item.payload !== null) return refrozen(item, item.payload);
    const prepared = getKind(item).prepare(item, {
      now: clock.now(),
      settings: context.settings(),
      serviceHere: isHere(credentials.serviceAddress),
      patient: findKnownPatient(item, store),
    });
    switch (prepared.kind) {
      case "ready":
        return { ...item, payload: prepared.payload };
      case "waiting-for-patient":
      case "needs-card":
        return { blocked: { ...item, status: prepared.kind } };
      case "incomplete":
        return { blocked: { ...item, status: "needs-editing", problem: prepared.failure } };
    }
  }

  /** Frozen at an earlier attempt: what was true then is looked at again. */
  function refrozen(item: Item, payload: string): Item | { readonly blocked: Item } {
    const { repeat, expired } = getKind(item);
    const mayBeMade = repeat === "by-person" && isUnsettled(item);
    // It was to be repeated with its key, and the setting that allowed it has been taken back since.
    if (mayBeMade && !context.settings().trustsIdempotencyKey)
      return { blocked: { ...item, status: "needs-checking", problem: untrusted } };
    // No JSON object any more, as after an edit by hand.
    const body = parseSentMembers(payload);
    if (body === null)
      return {
        blocked: { ...item, status: mayBeMade ? "needs-checking" : "needs-editing", problem: garbled },
      };
    if (!expired(body, clock.now())) return item;
    return mayBeMade
      ? { blocked: { ...item, status: "needs-checking", problem: passedUnclear } }
      : { blocked: { ...item, status: "needs-editing", problem: passed } };
  }

  function begin(id: RecordId, account: CurrentAccount): Item | null {
    return store.transaction(({ items, meta }) => {
      const item = items.find(id);
      if (item === null || item.status !== "ready" || item.accountId !== account.accountId) return null;
      const frozen = freeze(item, account);
      if ("blocked" in frozen) {
        restate(frozen.blocked);
        return null;
      }
      if (!sharing.begins(item)) return null;
      const attempt: Attempt = {
        startedAt: now(),
        endedAt: null,
        phase: "none",
        status: null,
        outcome: null,
      };
      meta.countSend();
      // What was said of an earlier attempt stands with it; of this one nothing is known yet.
      const open = { status: "sending" as const, problem: null };
      return restate({ ...frozen, ...open, attempts: pruneAttempts([...frozen.attempts, attempt]) });
    });
  }

  const facts = (item: Item, known: KnownFacts): AttemptFacts => ({
    kind: item.kind,
    uncertainBefore: isUncertainBefore(item),
    isSettled: !isUnsettled(item),
    unreadableBefore: countUnreadable(item.attempts.filter(({ endedAt }) => endedAt !== null)),
    ownsConflict: getKind(item).ownsConflict(item),
    trustsIdempotencyKey: known.trustsIdempotencyKey,
    takenNumber: known.outcome === null ? null : getKind(item).takenNumber(item, known.outcome, desk),
    refusedAlike: known.refusedAlike,
  });

  const decideOn = (begun: Item, answered: AttemptAnswer): Decision =>
    decide(facts(begun, answered), toAttemptOutcome(answered.outcome));

  function notMade(item: Item, outcome: Outcome<unknown>): RecordId[] {
    restate(item);
    return getKind(item).failed?.(item, outcome, desk) ?? [];
  }

  const finish = (begun: Item, answered: AttemptAnswer): Finished =>
    store.transaction(({ items }) => {
      const { outcome } = answered;
      const decision = decideOn(begun, answered);
      const stored = items.find(begun.id);
      if (stored === null) return { decision, changed: [] };
      const ended = withLastAttempt(stored, {
        endedAt: now(),
        phase: outcome.phase,
        status: outcome.status,
        outcome: outcome.kind === "success" ? say("failures.done") : outcome.failure.why,
        ...(outcome.kind !== "success" && outcome.evidence !== undefined
          ? { evidence: outcome.evidence }
          : {}),
      });
      const problem = decision.to === "done" ? null : decision.problem;
      const next = { ...ended, status: decision.to, problem };
      trace("finish-begun");
      const others =
        decision.to === "done" ? getKind(next).complete(next, outcome, desk) : notMade(next, outcome);
      sharing.ended(next);
      return { decision, changed: [next.id, ...others] };
    });

  function recover(): RecordId[] {
    return store.transaction(({ items }) =>
      items.sending().map((item) => {
        const { trustsIdempotencyKey } = context.settings();
        const known = facts(item, { trustsIdempotencyKey, refusedAlike: false, outcome: null });
        const decision = decide(known, { kind: "interrupted", problem: interrupted });
        const ended = withLastAttempt(item, {
          endedAt: now(),
          phase: "sending",
          outcome: interrupted.why,
        });
        const problem: Failure | null = decision.to === "done" ? null : decision.problem;
        return restate({ ...ended, status: decision.to, problem }).id;
      }),
    );
  }

  return { begin, facts, decide: decideOn, finish, recover };
}

/**
 * Whether an attempt that is over may have reached the service. "Book again" is no evidence that it did not: it can
 * arrive after the person has looked. One that is under way is kept as one that has not left.
 */
const isUncertainBefore = (item: Item): boolean =>
  wasUncertain(item.attempts) || getKind(item).hasEarlierTry(item);
