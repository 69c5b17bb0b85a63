import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { wasUncertain } from "../../../shared/outbox/attempts.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { mayHaveArrived } from "../../../shared/clinic/log/item.ts";
import { isBooking, resolveReplacement } from "../outbox/index.ts";
import { forgetRemovedMakers, keepTyped } from "./keep-content.ts";
import { forgetClaimAnswers, keptShared, parseClaims, type KeptShared } from "./kept-claims.ts";
import { findChecker, isSaidByLost, listLostDesks } from "./lost-desks.ts";
import type { KeptMembership } from "./membership.ts";
import type { Reading } from "./reading.ts";
import { restoreAnswer, sharedDoubts } from "./settle.ts";

/** Milliseconds: what a desk ended longer ago than that was no thief's doing. */
const lately = 30 * 24 * 60 * 60 * 1_000;

/**
 * Who is removed in what was read: who went by it, who had gone before and dropped something in it all the same, and who is known as lost
 * by it.
 */
export type RemovalEffects = {
  readonly went: ReadonlySet<string>;
  readonly dropped: ReadonlySet<string>;
  readonly lost: ReadonlySet<string>;
};

/**
 * Somebody was removed: perhaps a thief, which had this desk's work disappear. What it dropped of the clinic is said again by whoever keeps
 * it, what was refused while it was there is tried again, what this desk made and it discarded lately is here again, for a person to look
 * at, what it discarded of what was booked is booked again, and no booking waits for a patient whom it creates. Called once all that is
 * read at once is settled: a desk that was off reads of the discarding and of the removal together. Answers the ids of what changed here.
 */
export function restoreEndedWork(
  reading: Reading,
  kept: KeptMembership,
  { went, dropped, lost }: RemovalEffects,
): readonly RecordId[] {
  const { repositories, account, now } = reading;
  const { clinic, items } = repositories;
  const all = [...new Set([...went, ...dropped])];
  if (all.length > 0) clinic.records.markFreed(account, all);
  const numbers = [...forgetAnswers(reading, kept, lost), ...checkEdited(reading, kept, lost)];
  if (went.size === 0) return numbers;
  const since = new Date(Date.parse(now()) - lately).toISOString();
  const ofPatients = forgetRemovedMakers(reading, kept);
  const back = clinic.claims.discardedBy(account, { desks: [...went], maker: kept.desk }).flatMap((id) => {
    const item = items.find(id);
    if (item === null || !isBooking(item) || item.status !== "discarded" || item.updatedAt < since) return [];
    const shared = parseClaims(keptShared, clinic.claims.of(account, id)?.shared ?? null);
    if (shared?.wasDone === true && item.result !== null) return bookedAgain(reading, item);
    // What took its place, a person here can take over.
    if (shared?.ended === "edited" && resolveReplacement(id, items)?.status !== "discarded") return [];
    // Also one that a decision named: whoever discarded it may have said that.
    const mayBeMade = wasUncertain(item.attempts) || shared?.attempts.some(mayHaveArrived) === true;
    return mayBeMade ? keepDoubted(reading, item) : (keepTyped(reading, item) ?? []);
  });
  return [...numbers, ...ofPatients, ...back];
}

/** What a lost desk edited, and alone said was booked so, has to be checked by who made it. Answers the ids of what is to be checked. */
function checkEdited(reading: Reading, kept: KeptMembership, lost: ReadonlySet<string>): readonly RecordId[] {
  const { account, repositories } = reading;
  const { clinic, items } = repositories;
  if (lost.size === 0) return [];
  const all = listLostDesks(kept);
  const sharedOf = (id: RecordId): KeptShared | null =>
    parseClaims(keptShared, clinic.claims.of(account, id)?.shared ?? null);
  return clinic.claims.discardedBy(account, { desks: [...lost], maker: kept.desk }).flatMap((id) => {
    const [item, claim, shared] = [items.find(id), clinic.claims.of(account, id), sharedOf(id)];
    if (item === null || claim === null || !isBooking(item)) return [];
    if (shared?.ended !== "edited" || shared.isAnew) return [];
    const stands = resolveReplacement(id, items);
    if (stands?.status !== "done") return [];
    const said = sharedOf(stands.id);
    if (said !== null && !isSaidByLost(said, all)) return [];
    // Once, also where the log is read anew.
    clinic.claims.put(account, { ...claim, shared: JSON.stringify({ ...shared, isAnew: true }) });
    return keepDoubted(reading, item);
  });
}

type Anew = { readonly kept: KeptMembership; readonly uuid: () => string; readonly now: () => Date };

/**
 * A person asked the service, and it was not booked. The log has it as booked for good, by a lost desk's word: it waits under another
 * name, for a person to send it. Answers its id; null where it goes its own way.
 */
export function beginAnew(
  { items, clinic }: Reading["repositories"],
  { id, accountId }: Pick<BookingItem, "id" | "accountId">,
  { kept, uuid, now }: Anew,
): RecordId | null {
  const item = items.find(id);
  const claim = clinic.claims.of(accountId, id);
  const shared = parseClaims(keptShared, claim?.shared ?? null);
  if (claim === null || shared?.isDoubted !== true || shared.holder === kept.desk) return null;
  if (findChecker(shared, kept, listLostDesks(kept)) !== kept.desk) return null;
  if (item?.status !== "needs-checking") return null;
  const at = now().toISOString();
  const fresh = { id: uuid(), idempotencyKey: uuid(), createdAt: at, updatedAt: at, editOf: null };
  clinic.claims.put(accountId, { ...claim, shared: JSON.stringify({ ...shared, isAnew: true }) });
  items.insert({ ...item, ...fresh, status: "saved-for-later", problem: null });
  items.update({ ...item, status: "discarded", updatedAt: at });
  return fresh.id;
}

const hasNumber = ({ answers, canceled }: KeptShared): boolean =>
  answers.some(({ appointment: { id } }) => !canceled.includes(id));

/** What they told of numbers that the service gave, or that were canceled, counts for nothing. Answers the ids of what stands otherwise. */
function forgetAnswers(
  { repositories, account, now }: Reading,
  kept: KeptMembership,
  lost: ReadonlySet<string>,
): readonly RecordId[] {
  const { clinic, items } = repositories;
  const all = listLostDesks(kept);
  return clinic.claims.toldBy(account, [...lost]).flatMap((claim) => {
    const before = parseClaims(keptShared, claim.shared);
    const item = claim.recordId === null ? null : items.find(claim.recordId);
    if (before === null) return [];
    const shared = forgetClaimAnswers(before, lost);
    // It was booked, as others know too, and nothing that they know of says under which number: better theirs than none.
    if (hasNumber(before) && !hasNumber(shared) && !isSaidByLost(before, all)) return [];
    clinic.claims.put(account, { ...claim, shared: JSON.stringify(shared) });
    const next = item !== null && isBooking(item) ? restoreAnswer(item, { shared, before }) : null;
    if (next !== null) items.update({ ...next, updatedAt: now() });
    return next === null ? [] : [next.id];
  });
}

/** This desk knew it as booked before somebody said that it waits: that stands as it was told first. Answers its id. */
function bookedAgain({ repositories, now }: Reading, item: BookingItem): RecordId {
  repositories.items.update({ ...item, status: "done", problem: null, updatedAt: now() });
  return item.id;
}

/** What may have been booked is sent again by a decision alone: a draft would show nothing of that. Answers its id. */
function keepDoubted({ repositories, newId, now }: Reading, item: BookingItem): RecordId {
  const fresh = { id: newId(), idempotencyKey: newId(), createdAt: now(), updatedAt: now(), editOf: null };
  const { takenOver: problem } = sharedDoubts;
  repositories.items.insert({ ...item, ...fresh, status: "needs-checking", problem });
  return fresh.id;
}

/**
 * The clinic keeps it no more. What is known of it at this desk stays as long as this desk keeps it, and a person is told how much of that
 * there is: whoever has one desk's keys drops what it likes. With its removal that is undone (`words.ts`).
 */
export function drop(
  { repositories, account }: Reading,
  { desk: self }: KeptMembership,
  { record: sharedId, desk }: { readonly record: string; readonly desk: string },
): void {
  const { clinic, patients, items } = repositories;
  const known = clinic.records.get(account, sharedId);
  if (known === null) return;
  const { recordId: id, version } = known;
  const isHere =
    id !== null && (patients.find(account, id) !== null || items.find(id)?.accountId === account);
  const aside = isHere && desk !== self ? "deleted" : null;
  const dropped = { dropped: true, droppedBy: desk, digest: null } as const;
  clinic.records.put(account, { ...known, ...dropped, version: version + 1, aside });
}

/** The version with its content comes behind it. */
export function putBack({ repositories, account }: Reading, { record, version }: EntryOf<"put-back">): void {
  const { records } = repositories.clinic;
  const known = records.get(account, record);
  if (known !== null)
    records.put(account, { ...known, version, dropped: false, droppedBy: null, aside: null });
}
