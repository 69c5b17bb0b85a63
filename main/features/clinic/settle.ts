import { isDeepStrictEqual } from "node:util";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { countAttempts, isUncertain, wasUncertain } from "../../../shared/outbox/attempts.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isForm, type BookingItem, type Item, type ItemStatus } from "../../../shared/outbox/item.ts";
import { reduceDeskItem, createFromHub, type DeskRecord } from "../../../shared/clinic/log/desk-rule.ts";
import { isFirstHand } from "../../../shared/clinic/log/claim-epoch.ts";
import { createClaimEntries } from "../../../shared/clinic/log/desk-words.ts";
import { pruneOldTries } from "../../../shared/clinic/log/old-tries.ts";
import {
  mayBeIncomplete,
  mayHaveArrived,
  type LogItem as SharedItem,
} from "../../../shared/clinic/log/item.ts";
import { isBooking } from "../outbox/index.ts";
import { say } from "../../../messages/saying.ts";
import type { KnownClaim } from "../../db/clinic-types.ts";
import { createEditDraft, deriveEarlierDraftId } from "./edit-draft.ts";
import { isTypedHere, keepTyped } from "./keep-content.ts";
import { keptDesk, keptShared, parseClaims, recordFirstAnswer, type KeptShared } from "./kept-claims.ts";
import { findChecker, isHearsay, isSaidByLost, listLostDesks, type LostDesks } from "./lost-desks.ts";
import type { KeptMembership } from "./membership.ts";
import type { Reading } from "./reading.ts";
import { deriveSharedId } from "./shared-content.ts";

/** Why a booking that several desks share needs a person. */
export const sharedDoubts = {
  takenOver: fail("unclear", say("failures.clinic.takenOver")),
  incomplete: fail("unclear", say("failures.clinic.incomplete")),
  started: fail("unclear", say("failures.clinic.started")),
  saidBooked: fail("unclear", say("failures.clinic.saidBooked")),
  checkedElsewhere: fail("unclear", say("failures.clinic.checkedElsewhere")),
} as const;

/** Statuses in which a booking waits to be sent, for whatever reason. */
export const waitingStatuses: readonly ItemStatus[] = [
  "saved-for-later",
  "waiting-for-patient",
  "ready",
  "needs-card",
  "needs-editing",
  "needs-checking",
];

type Stands = {
  readonly item: BookingItem;
  readonly claim: KnownClaim;
  readonly shared: KeptShared;
};

/**
 * Brings the items into the status that the clinic's log gives them: what another desk holds stands there, what this desk holds
 * waits, needs checking or is over. `isBusy`: an attempt of it is under way here, after which it is settled again.
 */
export function reconcile(
  reading: Reading,
  kept: KeptMembership,
  { items, isBusy }: { readonly items: readonly string[]; readonly isBusy: (id: RecordId) => boolean },
): readonly RecordId[] {
  const { clinic, items: kinds } = reading.repositories;
  const changed: RecordId[] = [];
  const lost = listLostDesks(kept);
  for (const sharedId of new Set(items)) {
    const claim = clinic.claims.get(reading.account, sharedId);
    const shared = parseClaims(keptShared, claim?.shared ?? null);
    if (claim === null || shared === null || claim.recordId === null || isBusy(claim.recordId)) continue;
    const item = kinds.find(claim.recordId);
    if (item === null || !isBooking(item) || item.accountId !== reading.account) continue;
    if (settleOne(reading, { kept, lost }, { item, claim, shared })) changed.push(item.id);
  }
  return changed;
}

type By = { readonly kept: KeptMembership; readonly lost: LostDesks };

function settleOne(reading: Reading, { kept, lost }: By, { item, claim, shared: heard }: Stands): boolean {
  const { clinic, items } = reading.repositories;
  const desk: DeskRecord = parseClaims(keptDesk, claim.desk) ?? createFromHub(heard).record;
  const event = {
    event: "read",
    desk: kept.desk,
    generation: kept.generation,
    item: heard,
  } as const;
  const read = reduceDeskItem({ record: desk, right: null }, event);
  const { record, shared: pruned, dropped } = pruneOldTries(read.record, heard);
  const isDoubted = isToCheck(pruned, { record, kept, lost });
  const shared = { ...pruned, isDoubted };
  const both = {
    desk: JSON.stringify(record),
    ...((dropped.length > 0 || isDoubted !== heard.isDoubted) && { shared: JSON.stringify(shared) }),
  };
  clinic.claims.put(reading.account, { ...claim, ...both });
  for (const attempt of dropped) clinic.attempts.remove(reading.account, attempt, claim.sharedId);
  // The hub had forgotten what this desk knows, or never heard it.
  if (createClaimEntries(record, shared, kept.generation).length > 0)
    clinic.changes.add(reading.account, { recordId: item.id, kind: "item" });
  // This desk said so while another one took it over, and nobody heard: now that it holds it again, it can be said.
  const isUnsaid = item.status === "done" && isHeardOnly({ record, shared, kept });
  if (item.status === "done" && shared.ended === null && shared.holder === kept.desk && !isUnsaid)
    clinic.changes.add(reading.account, { recordId: item.id, kind: "item" });
  const next = nextOf(item, heard, { record, shared, kept, lost });
  const isDecided = isDecidedHere(item, shared, { kept, isChanged: clinic.changes.has(item.id) });
  if (next === null || (isDecided && !isUnsaid)) return false;
  // Once: what a person says afterwards is this desk's word.
  if (isUnsaid)
    clinic.claims.put(reading.account, {
      ...claim,
      ...both,
      shared: JSON.stringify({ ...shared, bookedBy: [] }),
    });
  if (next.status === "elsewhere" && isTypedHere(item)) keepTyped(reading, item);
  keepFirstAnswer(reading, kept, { item, shared, next });
  const wasChanged = clinic.changes.has(item.id);
  const at = reading.now();
  // As a draft it begins here, which tells what is typed afterwards.
  items.update({ ...item, ...next, ...(next.status === "draft" && { createdAt: at }), updatedAt: at });
  // Only its holder writes what is shared of it.
  if (next.status === "elsewhere" && !wasChanged) clinic.changes.done(item.id);
  return true;
}

/** Another number takes the place of the one that was told first: with the removal of whoever told it, that one is shown again. */
function keepFirstAnswer(
  { repositories: { clinic }, account }: Reading,
  { desk }: KeptMembership,
  { item, shared, next }: Pick<Stands, "item" | "shared"> & { readonly next: Next },
): void {
  const first = item.result?.appointment ?? null;
  // Of what waited when it was shared, what another desk wrote of it is here as its own.
  if (!shared.wasDone || first === null || next.result === undefined) return;
  const isKnown = [next.result?.appointment, ...shared.answers.map(({ appointment }) => appointment)].some(
    (one) => one?.id === first.id,
  );
  const claim = isKnown ? null : clinic.claims.of(account, item.id);
  if (claim !== null)
    clinic.claims.put(account, { ...claim, shared: JSON.stringify(recordFirstAnswer(shared, desk, first)) });
}

/**
 * The booking without what removed desks told of it: `shared` has nothing of that any more, and `before` has. What was told first is
 * shown again. Null: it stands as it is.
 */
export function restoreAnswer(item: BookingItem, { shared, before }: Unsaid): BookingItem | null {
  if (item.result === null || (item.status !== "done" && item.result.twice === undefined)) return null;
  const isUnsaid = (number: number): boolean =>
    before.canceled.includes(number) && !shared.canceled.includes(number);
  const has = (all: KeptShared["answers"], id: number | undefined): boolean =>
    all.some(({ appointment }) => appointment.id === id);
  const { canceled = [], ...rest } = item.result;
  const id = rest.appointment?.id;
  const isTheirs = has(before.answers, id) && !has(shared.answers, id);
  const appointment = (isTheirs ? shared.answers[0]?.appointment : null) ?? rest.appointment;
  const stay = canceled.filter((number) => !isUnsaid(number));
  const result = { ...rest, appointment, ...(stay.length > 0 && { canceled: stay }) };
  const next = { ...item, result };
  const now = { ...next, ...booked(next, shared) };
  return isDeepStrictEqual(now, item) ? null : now;
}
type Unsaid = { readonly shared: KeptShared; readonly before: KeptShared };

/**
 * The log says that this desk began the draft. One that is too large did not come with it: it is made of what it took the place of.
 * Answers its id; null where it is here, or was.
 */
export function keepEditDraft(
  { repositories, account, newId, now }: Reading,
  { clinic: of }: KeptMembership,
  entry: EntryOf<"edit">,
): RecordId | null {
  const { clinic, items } = repositories;
  const [before, claim] = [clinic.claims.get(account, entry.item), clinic.claims.get(account, entry.draft)];
  const item = before?.recordId === null || before === null ? null : items.find(before.recordId);
  if (item === null || claim === null || !isBooking(item)) return null;
  // It was kept before it was said; of an earlier Front Desk it follows from the booking's.
  const earlier = deriveEarlierDraftId(of, item.id);
  const id = deriveSharedId(of, earlier) === entry.draft ? earlier : claim.recordId;
  if (id === null || deriveSharedId(of, id) !== entry.draft) return null;
  // In a log that is read anew, it may be that it was here and was deleted.
  if ((clinic.records.get(account, entry.draft)?.had ?? 0) > 0) return null;
  const draft = createEditDraft(item, { id, idempotencyKey: newId(), at: now() });
  const here = items.find(id);
  // Its own came with it, or somebody else wrote something under its name before: nobody here did.
  const isOwn =
    here !== null &&
    isBooking(here) &&
    (here.status === "elsewhere" || isForm(here)) &&
    here.editOf === item.id;
  if (isOwn) return null;
  if (here === null) items.insert(draft);
  else items.update(draft);
  clinic.claims.put(account, { ...claim, recordId: draft.id });
  return draft.id;
}

/** A person at this desk, which holds it, has said how it ended, or that it did not: the others hear of it next. */
const isDecidedHere = (
  { status, result }: BookingItem,
  shared: SharedItem,
  { kept, isChanged }: { readonly kept: KeptMembership; readonly isChanged: boolean },
): boolean =>
  isChanged &&
  shared.holder === kept.desk &&
  (shared.ended === null
    ? over(status)
    : shared.ended === "booked" && status === "needs-checking" && result?.twice === undefined);

type Next = {
  readonly status: ItemStatus;
  readonly problem: Failure | null;
  readonly resends?: number;
  readonly result?: BookingItem["result"];
};
type Known = {
  readonly record: DeskRecord;
  readonly shared: Stands["shared"];
} & By;

/** Where nobody would look, it stands as booked. This desk may have the service's answer itself. */
const isToCheck = (shared: Stands["shared"], { record, kept, lost }: By & Pick<Known, "record">): boolean =>
  lost.size > 0 &&
  isSaidByLost(shared, lost) &&
  !Object.values(record.outcomes).includes("booked") &&
  findChecker(shared, kept, lost) !== null;

/** What a person here has decided since stands; and where who looked is removed too, another desk does. */
function whenDoubted(
  item: BookingItem,
  { isDoubted, ...shared }: Stands["shared"],
  { kept, lost }: By,
): Next | null {
  const isHere = findChecker(shared, kept, lost) === kept.desk;
  const status = isHere ? "needs-checking" : "elsewhere";
  const isShown = isDoubted && (item.status !== "elsewhere" || status === "elsewhere");
  if (isShown || item.status === "discarded") return null;
  const problem = isHere ? sharedDoubts.saidBooked : sharedDoubts.checkedElsewhere;
  return { status, problem, result: null };
}

/** Null: it stands as it should. `heard`: as it was known before. */
function nextOf(item: BookingItem, heard: KeptShared, known: Known): Next | null {
  const { shared } = known;
  if (shared.isAnew && (shared.isDoubted || shared.ended !== "booked"))
    return item.status === "discarded" ? null : { status: "discarded", problem: null };
  return shared.isDoubted ? whenDoubted(item, heard, known) : standing(item, known);
}

/** Others had said that it was booked, and neither the log has that any more, nor the service told this desk. */
const isHeardOnly = ({ record, shared, kept }: Pick<Known, "record" | "shared" | "kept">): boolean =>
  isHearsay(shared, kept.desk) && !shared.wasDone && !Object.values(record.outcomes).includes("booked");

/** Null: it stands as it should. */
function standing(item: BookingItem, { record, shared, kept }: Known): Next | null {
  if (shared.ended === "booked" || record.status === "booked") return booked(item, shared);
  if (shared.ended !== null || record.status === "discarded" || record.status === "edited")
    return over(item.status) ? null : { status: "discarded", problem: item.problem };
  // Known here as booked, by an answer or a person: what others still hold of it does not unsay that.
  const isUnsaid = item.status === "done" && isHeardOnly({ record, shared, kept });
  if (item.status === "done" && !isUnsaid) return null;
  if (shared.holder !== kept.desk)
    return item.status === "elsewhere" ? null : { status: "elsewhere", problem: item.problem };
  if (isUnsaid) return { status: "needs-checking", problem: sharedDoubts.incomplete, result: null };
  // What this desk knew as booked goes out again by a decision here alone, whoever says that it waits.
  if (record.status === "needs-checking" || shared.wasDone) return doubtful(item, shared, kept);
  if (item.status !== "elsewhere" && item.status !== "needs-checking") return null;
  // The draft that took the place of another.
  if (shared.stands === "draft") return { status: "draft", problem: item.problem };
  // It was handed over, or a person at this desk decided.
  const stood = shared.stands !== null && waitingStatuses.includes(shared.stands) ? shared.stands : "ready";
  const resends = Math.max(item.resends, countAttempts(item.attempts.filter(isUncertain)));
  return { status: mustBeSent(item, shared, stood) ? "saved-for-later" : stood, problem: null, resends };
}

/**
 * Where somebody doubted it, whoever decides sends it: by itself it does not go out, also where that answer was lost, or another
 * desk decided. Nor does what another desk than its maker had meanwhile: that one wrote what is in it, and said that it is ready.
 */
function mustBeSent(item: BookingItem, shared: SharedItem, stood: ItemStatus): boolean {
  const mayBeMade = wasUncertain(item.attempts) || shared.attempts.some(mayHaveArrived);
  if (mayBeMade || item.status === "needs-checking" || stood === "needs-checking") return true;
  return goesByItself.has(stood) && !isFirstHand(shared);
}

const goesByItself: ReadonlySet<ItemStatus> = new Set<ItemStatus>(["ready", "waiting-for-patient"]);

const over = (status: Item["status"]): boolean => status === "done" || status === "discarded";

/**
 * The service may have answered another desk, or several: each with a booking of its own. Then it needs a person, at every desk,
 * until somebody has said which of them was canceled.
 */
function booked(item: BookingItem, { answers, canceled }: Stands["shared"]): Next | null {
  const before = item.result ?? { appointment: null, bookedAt: item.updatedAt, markedByPerson: false };
  const all = [before.appointment, ...answers.map(({ appointment }) => appointment)].filter(
    (one) => one !== null,
  );
  const ids = new Set(all.map(({ id }) => id));
  // What is said of numbers that nobody has been given is nothing.
  const gone = new Set([...(before.canceled ?? []), ...canceled].filter((one) => ids.has(one)));
  const stand = all.filter(({ id }) => !gone.has(id));
  const numbers = [...new Set(stand.map(({ id }) => id))].toSorted((a, b) => a - b);
  const appointment = stand[0] ?? all[0] ?? null;
  const { twice: _twice, ...rest } = { ...before, appointment };
  const kept = gone.size > 0 ? { ...rest, canceled: [...gone].toSorted((a, b) => a - b) } : rest;
  const next: Next =
    numbers.length > 1
      ? { status: "needs-checking", problem: bookedTwice(numbers), result: { ...kept, twice: numbers } }
      : { status: "done", problem: null, result: kept };
  return next.status === item.status && isDeepStrictEqual(next.result, item.result) ? null : next;
}

const bookedTwice = (numbers: readonly number[]): Failure =>
  fail(
    "unclear",
    say("failures.clinic.bookedTwice", { numbers: numbers.map((one) => `#${one}`).join(", ") }),
  );

function doubtful(item: BookingItem, shared: Stands["shared"], kept: KeptMembership): Next | null {
  if (item.status === "needs-checking" || isForm(item)) return null;
  if (shared.stands === "draft") return { status: "draft", problem: item.problem };
  return { status: "needs-checking", problem: whyDoubted(shared, kept) };
}

/** What no other desk held, nor sent, this one was about to send when its program ended. */
function whyDoubted(shared: SharedItem, { desk, generation }: KeptMembership): Failure {
  if (mayBeIncomplete(shared, generation)) return sharedDoubts.incomplete;
  const tries = shared.attempts.filter(mayHaveArrived);
  const isOwn = !shared.mustDecide && tries.length > 0 && tries.every((one) => one.desk === desk);
  return isOwn ? sharedDoubts.started : sharedDoubts.takenOver;
}
