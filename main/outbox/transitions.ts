import { say } from "../../messages/saying.ts";
import { fail, type Failure } from "../../contract/failure.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Attempt, BookingItem, BookingResult, Item, PatientItem } from "../../contract/records/item.ts";
import { appointment, type Appointment } from "../../contract/service/appointment.ts";
import { echoDifferences, sentMembers } from "../../domain/echo.ts";
import { webhookRegistration } from "../../contract/service/webhook.ts";
import { isLongPast } from "../../domain/booking/booking-form.ts";
import type { Clock, Trace } from "../platform/ports.ts";
import type { Outcome } from "../service/classify.ts";
import { isUnsettled, unreadableCount, withLastAttempt, wasUncertain } from "./attempts.ts";
import { decide, type AttemptFacts, type Decision } from "./decide.ts";
import type { Store } from "../store/types.ts";
import type { CurrentAccount, OutboxContext } from "./ports.ts";
import { prepare, sentExternalId } from "./prepare.ts";
import { patientNumberIn, takenNumbers } from "./taken-numbers.ts";

/** The durable steps of an item's way to the service. Each is one transaction. */
export type Transitions = {
  /**
   * Before the first byte: the body is frozen, and an attempt recorded as under way. Null when the item may
   * not be sent now; it then stands in the status that says why.
   */
  readonly begin: (id: RecordId, account: CurrentAccount) => Item | null;
  readonly facts: (item: Item, known: KnownFacts) => AttemptFacts;
  /** After the attempt. Answers the ids of all items that changed. */
  readonly finish: (
    begun: Item,
    result: { readonly outcome: Outcome<unknown>; readonly decision: Decision },
  ) => RecordId[];
  /** At the start of the program: an attempt that never ended may have reached the service. */
  readonly recover: () => RecordId[];
  /** The patient has this number: bookings that waited for it go on. */
  readonly patientHasNumber: (item: PatientItem, patientId: number, detailsMayDiffer: boolean) => RecordId[];
};

/** What the engine knows of an attempt beside its item. */
export type KnownFacts = Pick<AttemptFacts, "trustsIdempotencyKey" | "refusedAlike"> & {
  /** Null: there was none, the program ended. */
  readonly outcome: Outcome<unknown> | null;
};

export type TransitionsOptions = {
  readonly store: Store;
  readonly context: OutboxContext;
  readonly clock: Clock;
  readonly trace: Trace;
};

const interrupted = fail(
  "unclear",
  "Front Desk ended while this was being sent. It may or may not have been made.",
);
const untrusted = fail(
  "unclear",
  "An earlier try may have been booked, and this service is not set as one that recognises a repeat.",
);
const passedUnclear = fail(
  "unclear",
  "The time of this appointment has passed. An earlier try may or may not have been booked.",
);
const garbled = fail(
  "store",
  "What was to be sent can no longer be read on this computer, so it was not sent now. What was typed is still there.",
  { next: "edit" },
);
const sharedNumber = (number: number): Failure =>
  fail(
    "unclear",
    `The service answered with booking #${number} for another booking from here too. One of the two may not have been made.`,
  );
const passed = fail("invalid-input", "The time of this appointment has passed. Nothing was sent.", {
  fields: { time: "The time has passed." },
});

export function transitions({ store, context, clock, trace }: TransitionsOptions): Transitions {
  const { takenNumber, othersOf } = takenNumbers(store);
  const now = (): string => clock.now().toISOString();
  const save = <T extends Item>(item: T): T => {
    const next = { ...item, updatedAt: now() };
    store.transaction(({ items }) => items.update(next));
    return next;
  };
  const patientOf = ({ accountId, ...item }: Item) => {
    const known = item.kind === "booking" && item.form.patient?.kind === "known" ? item.form.patient : null;
    return known === null ? null : store.read(({ patients }) => patients.find(accountId, known.id));
  };

  /** The item with its frozen body, or what keeps it from being sent. */
  function freeze(item: Item, practice: boolean): Item | { readonly blocked: Item } {
    if (item.payload !== null) return refrozen(item, item.payload);
    const prepared = prepare(item, {
      now: clock.now(),
      settings: context.settings(),
      practice,
      patient: patientOf(item),
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
    const mayBeMade = item.kind === "booking" && isUnsettled(item);
    // It was to be repeated with its key, and the setting that allowed it has been taken back since.
    if (mayBeMade && !context.settings().trustsIdempotencyKey)
      return { blocked: { ...item, status: "needs-checking", problem: untrusted } };
    const body = bodyOf(payload);
    if (body === null)
      return {
        blocked: { ...item, status: mayBeMade ? "needs-checking" : "needs-editing", problem: garbled },
      };
    if (!isPast(item, body, clock.now())) return item;
    return mayBeMade
      ? { blocked: { ...item, status: "needs-checking", problem: passedUnclear } }
      : { blocked: { ...item, status: "needs-editing", problem: passed } };
  }

  function begin(id: RecordId, account: CurrentAccount): Item | null {
    trace("intent-begun");
    const begun = store.transaction(({ items, meta }) => {
      const item = items.find(id);
      if (item === null || item.status !== "ready" || item.accountId !== account.accountId) return null;
      const frozen = freeze(item, account.practice);
      if ("blocked" in frozen) {
        save(frozen.blocked);
        return null;
      }
      const attempt: Attempt = {
        startedAt: now(),
        endedAt: null,
        phase: "none",
        status: null,
        outcome: null,
      };
      meta.countSend();
      // What was said of an earlier attempt stands with it; of this one nothing is known yet.
      const open = { status: "sending" as const, parked: false, problem: null };
      return save({ ...frozen, ...open, attempts: [...frozen.attempts, attempt] });
    });
    if (begun !== null) trace("intent-kept");
    return begun;
  }

  const facts = (item: Item, known: KnownFacts): AttemptFacts => ({
    kind: item.kind,
    uncertainBefore: isUncertainBefore(item),
    unreadableBefore: unreadableCount(item.attempts.filter(({ endedAt }) => endedAt !== null)),
    ownExternalId: item.kind === "patient" && sentExternalId(item) === item.generatedExternalId,
    trustsIdempotencyKey: known.trustsIdempotencyKey,
    takenNumber: known.outcome === null ? null : takenNumber(item, known.outcome),
    refusedAlike: known.refusedAlike,
  });

  function finish(
    begun: Item,
    { outcome, decision }: { readonly outcome: Outcome<unknown>; readonly decision: Decision },
  ): RecordId[] {
    const changed = store.transaction(({ items }) => {
      const stored = items.find(begun.id);
      if (stored === null) return [];
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
      const next = save({ ...ended, status: decision.to, problem });
      trace("finish-begun");
      if (decision.to === "done") return [next.id, ...complete(next, outcome)];
      return [next.id, ...doubtOthers(next, outcome)];
    });
    trace("finish-kept");
    return changed;
  }

  /** One number for two bookings: which of them it is of cannot be known here, so neither stands as booked. */
  const doubtOthers = (item: Item, outcome: Outcome<unknown>): RecordId[] =>
    othersOf(item, outcome)
      .filter(({ status }) => status === "done")
      .map((other) => {
        const problem = sharedNumber(other.result?.appointment?.id ?? 0);
        return save({ ...other, status: "needs-checking", problem }).id;
      });

  function bookedBy(item: BookingItem, answer: Appointment | null): BookingResult {
    const sent = sentMembers(item.payload);
    const differs = sent !== null && answer !== null && echoDifferences(sent, answer).length > 0;
    return {
      appointment: answer,
      bookedAt: now(),
      markedByPerson: false,
      ...(differs ? { differs } : {}),
    };
  }

  function complete(item: Item, outcome: Outcome<unknown>): RecordId[] {
    const value = outcome.kind === "success" ? outcome.value : null;
    switch (item.kind) {
      case "patient": {
        const patientId = patientNumberIn(outcome);
        // What was changed since an earlier try made the patient has not reached the service.
        const mayDiffer = outcome.kind !== "success" && item.heldExternalId !== undefined;
        return patientId === null ? [] : patientHasNumber(item, patientId, mayDiffer);
      }
      case "booking":
        save({ ...item, result: bookedBy(item, appointment.safeParse(value).data ?? null) });
        return [];
      case "webhook":
        save({ ...item, result: webhookRegistration.safeParse(value).data ?? null });
        return [];
    }
  }

  const patientHasNumber = (item: PatientItem, patientId: number, detailsMayDiffer: boolean): RecordId[] =>
    store.transaction(({ items, patients, cards }) => {
      const { accountId, patientRecordId } = item;
      const result = { patientId, ...(detailsMayDiffer ? { detailsMayDiffer } : {}) };
      const made = { ...item, status: "done" as const, problem: null, result };
      const record = patientRecordId === null ? null : patients.find(accountId, patientRecordId);
      const same = patients.byPatientId(accountId, patientId);
      if (record === null || same === null || same.id === record.id) {
        save(made);
        if (record === null) return [];
        patients.update({ ...record, patientId, itemId: null });
        return items
          .waitingFor(record.id)
          .map((booking) => save({ ...booking, status: "ready", problem: null }).id);
      }
      // One number is one person: what was typed for the new record is for the one known before.
      save({ ...made, patientRecordId: same.id });
      const moved = items.bookingsOf(record.id).map((booking) => moveTo(same.id, booking).id);
      cards.moveTo(accountId, { from: record.id, to: same.id });
      patients.remove(record.id);
      return moved;
    });

  function moveTo(patientRecordId: RecordId, booking: BookingItem): BookingItem {
    const form = { ...booking.form, patient: { kind: "known" as const, id: patientRecordId } };
    return booking.status === "waiting-for-patient"
      ? save({ ...booking, form, status: "ready", problem: null })
      : save({ ...booking, form });
  }

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
        return save({ ...ended, status: decision.to, problem }).id;
      }),
    );
  }

  return { begin, facts, finish, recover, patientHasNumber };
}

/** Whether an attempt that is over may have reached the service, and no person has settled it since. */
function isUncertainBefore(item: Item): boolean {
  const attempts = item.attempts.filter(({ endedAt }) => endedAt !== null);
  if (item.kind === "booking") return isUnsettled({ ...item, attempts });
  if (item.kind === "webhook") return wasUncertain(attempts) || item.mayExist === true;
  return wasUncertain(attempts) || item.heldExternalId !== undefined;
}

/** A frozen body; null when it is no JSON object any more, as after an edit by hand. */
function bodyOf(payload: string): object | null {
  try {
    const body: unknown = JSON.parse(payload);
    return typeof body === "object" ? body : null;
  } catch {
    return null;
  }
}

/** A booking whose frozen time lies behind: sending it could only be refused, or booked for the past. */
function isPast(item: Item, body: object, now: Date): boolean {
  const time: unknown = item.kind === "booking" ? Reflect.get(body, "appointmentDateTime") : null;
  return typeof time === "string" && isLongPast(Date.parse(time), now.getTime());
}
