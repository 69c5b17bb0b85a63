import type { ReportedOutcome } from "../../hub-api/entries.ts";
import { type LogItem, findBlock } from "./item.ts";

/**
 * What an item may do at one desk, when it may have to be sent by one of several. What is on the disk is believed by nobody
 * after a start: the right to send lives in memory, where no copy and no backup reaches it.
 */

/** On the disk. */
export type DeskRecord = {
  readonly item: string;
  readonly madeIn: number;
  /** `direct`: booked while somebody waits, and on the disk an attempt under way from its first record on. */
  readonly status: "direct" | "waiting" | "sending" | "needs-checking" | "booked" | "discarded" | "edited";
  /** The claim that this desk believes to hold; null for none, or none acknowledged by the hub. */
  readonly epoch: number | null;
  /** The attempt whose intent is written and whose end is not. */
  readonly intent: string | null;
  /** What became of its attempts: facts, told to any hub, again after each restore. */
  readonly outcomes: Readonly<Record<string, ReportedOutcome>>;
};

/** In memory: one attempt, and how far it is. `allowed`: its intent is on the disk, and its first byte may leave. */
export type DeskRight = {
  readonly attempt: string;
  readonly phase: "asked" | "confirmed" | "allowed";
};

export type DeskItem = { readonly record: DeskRecord; readonly right: DeskRight | null };

export type DeskEvent =
  /** The desk asks the hub for a new attempt. */
  | { readonly event: "ask"; readonly attempt: string }
  | { readonly event: "answered"; readonly attempt: string; readonly isYes: boolean }
  /** The line is down, the answer is late, or was given too long ago: nothing was sent. */
  | { readonly event: "give-up" }
  | { readonly event: "intend" }
  | { readonly event: "ended"; readonly outcome: ReportedOutcome }
  /** A person: it may wait after all. Nothing of it has left. */
  | { readonly event: "wait" }
  /** A person, told that other desks may have it. */
  | { readonly event: "book-without-hub"; readonly attempt: string }
  | { readonly event: "discard-without-hub" }
  | { readonly event: "hand-over" }
  /** The program starts: after a crash, from a backup, on a copy. */
  | { readonly event: "start" }
  | { readonly event: "read"; readonly desk: string; readonly generation: number; readonly item: LogItem }
  /** A removed desk joins again, under a new id. */
  | { readonly event: "rejoin" };

const fresh = (item: string, madeIn: number): Omit<DeskRecord, "status" | "intent"> => ({
  item,
  madeIn,
  epoch: null,
  outcomes: {},
});

/** Booked while somebody waits: sent at once, with no word to the hub. */
export const createBookedItem = (item: string, madeIn: number, attempt: string): DeskItem => ({
  record: { ...fresh(item, madeIn), status: "direct", intent: attempt },
  right: { attempt, phase: "allowed" },
});

/** What waits is shared: from here on it only ever goes out through the hub, whether that has heard of it or not. */
export const createSavedItem = (item: string, madeIn: number): DeskItem => ({
  record: { ...fresh(item, madeIn), status: "waiting", intent: null },
  right: null,
});

/** As another desk's item comes to this one. */
export const createFromHub = (item: LogItem): DeskItem => ({
  record: { ...fresh(item.item, item.sharedIn), status: "needs-checking", intent: null },
  right: null,
});

const mayStillBeMade = ({ outcomes }: DeskRecord): boolean =>
  Object.values(outcomes).some((outcome) => outcome === "unclear");

function withOutcome(record: DeskRecord, attempt: string, outcome: ReportedOutcome): DeskRecord {
  return { ...record, intent: null, outcomes: { ...record.outcomes, [attempt]: outcome } };
}

/** The item after what happened; the same one when that cannot happen to it. */
export function reduceDeskItem(item: DeskItem, event: DeskEvent): DeskItem {
  const { record, right } = item;
  switch (event.event) {
    case "start":
      return started(record);
    case "rejoin":
      return rejoined(item);
    case "hand-over":
      return handedOver(item);
    case "ask":
    case "book-without-hub":
    case "discard-without-hub":
    case "read":
      return right === null && record.intent === null ? whenIdle(record, event) : item;
    default:
      return right === null ? item : withRight(record, right, event);
  }
}

type IdleEvent = Extract<DeskEvent, { event: "ask" | "book-without-hub" | "discard-without-hub" | "read" }>;

/** No attempt of this desk is under way. */
function whenIdle(record: DeskRecord, event: IdleEvent): DeskItem {
  const { status, epoch } = record;
  const same = { record, right: null };
  switch (event.event) {
    case "ask":
      return status === "waiting" && epoch !== null
        ? { record, right: { attempt: event.attempt, phase: "asked" } }
        : same;
    case "book-without-hub":
      return status === "waiting" || status === "needs-checking" ? intended(record, event.attempt) : same;
    case "discard-without-hub":
      return status === "booked" ? same : { record: { ...record, status: "discarded" }, right: null };
    case "read":
      return isAhead(event.item, record) ? { record: asRead(record, event), right: null } : same;
  }
}

/** Its intent is on the disk before its first byte may leave. */
const intended = (record: DeskRecord, attempt: string): DeskItem => ({
  record: { ...record, status: "sending", intent: attempt },
  right: { attempt, phase: "allowed" },
});

type RightEvent = Extract<DeskEvent, { event: "answered" | "give-up" | "intend" | "ended" | "wait" }>;

/** An attempt is held in memory. */
function withRight(record: DeskRecord, right: DeskRight, event: RightEvent): DeskItem {
  const { attempt, phase } = right;
  const item = { record, right };
  switch (event.event) {
    case "answered":
      return answered(item, event);
    case "give-up":
      return phase === "allowed" ? item : ended(record, attempt, "not-sent");
    case "intend":
      return phase === "confirmed" ? intended(record, attempt) : item;
    case "ended":
      return phase === "allowed" ? afterSend(item, right, event.outcome) : item;
    case "wait":
      return record.status === "direct" ? ended(record, attempt, "not-sent") : item;
  }
}

/** An answer is for the attempt that it names, and for no other. */
function answered(
  item: DeskItem & { readonly right: DeskRight },
  { attempt, isYes }: Extract<DeskEvent, { event: "answered" }>,
): DeskItem {
  const { record, right } = item;
  if (right.phase !== "asked" || right.attempt !== attempt) return item;
  return isYes ? { record, right: { attempt, phase: "confirmed" } } : ended(record, attempt, "not-sent");
}

/** A certain end: it waits again, unless an earlier attempt may have arrived, or it was sent without the hub and without a claim. */
function ended(record: DeskRecord, attempt: string, outcome: "not-sent" | "refused"): DeskItem {
  const next = withOutcome(record, attempt, outcome);
  const hadNoClaim = record.status === "sending" && record.epoch === null;
  const needsChecking = hadNoClaim || mayStillBeMade(next);
  return { record: { ...next, status: needsChecking ? "needs-checking" : "waiting" }, right: null };
}

function afterSend({ record, right }: DeskItem, { attempt }: DeskRight, outcome: ReportedOutcome): DeskItem {
  switch (outcome) {
    case "booked":
      return { record: { ...withOutcome(record, attempt, outcome), status: "booked" }, right: null };
    case "unclear":
      return { record: { ...withOutcome(record, attempt, outcome), status: "needs-checking" }, right: null };
    case "not-sent":
    case "refused":
      // The right to send directly, and to try again after a certain non-send, is the one in memory.
      return record.status === "direct" ? { record, right } : ended(record, attempt, outcome);
  }
}

/** First at the desk: what was confirmed to it is certainly not sent, and it asks no more. Then the hub is told. */
function handedOver({ record, right }: DeskItem): DeskItem {
  if (right?.phase === "allowed" || record.intent !== null || record.epoch === null) return { record, right };
  const { record: kept } = right === null ? { record } : ended(record, right.attempt, "not-sent");
  return { record: { ...kept, epoch: null }, right: null };
}

function started(record: DeskRecord): DeskItem {
  return record.intent === null
    ? { record, right: null }
    : {
        record: { ...withOutcome(record, record.intent, "unclear"), status: "needs-checking" },
        right: null,
      };
}

/** The hub has heard all that this desk knows, so that reading forgets nothing. */
const isAhead = (item: LogItem, { outcomes }: DeskRecord): boolean =>
  Object.entries(outcomes).every(([attempt, outcome]) =>
    item.attempts.some((one) => one.attempt === attempt && (one.state === outcome || outcome !== "booked")),
  );

/**
 * What this desk asked for and gave up was never sent, also where the hub said yes and still has it as open: that makes nobody check
 * it. The desk tells the hub with its next words.
 */
const withGivenUp = (item: LogItem, { outcomes }: DeskRecord): LogItem => ({
  ...item,
  attempts: item.attempts.map((one) =>
    one.state === "open" && outcomes[one.attempt] === "not-sent" ? { ...one, state: "not-sent" } : one,
  ),
});

function asRead(
  record: DeskRecord,
  { desk, generation, item }: Extract<DeskEvent, { event: "read" }>,
): DeskRecord {
  const isFree = findBlock(withGivenUp(item, record), generation) === null;
  const open = isFree ? ("waiting" as const) : ("needs-checking" as const);
  const epoch = item.holder === desk && item.ended === null ? item.epoch : null;
  return { ...record, epoch, status: item.ended ?? open };
}

/** What it knows stays evidence; what it had not pushed needs checking. */
function rejoined({ record, right }: DeskItem): DeskItem {
  const status = record.status === "waiting" ? ("needs-checking" as const) : record.status;
  return { record: { ...record, status, epoch: null }, right };
}
