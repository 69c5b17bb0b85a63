import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { wasUncertain } from "../../../shared/outbox/attempts.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { mayHaveArrived } from "../../../shared/clinic/log/item.ts";
import { isBooking, resolveReplacement } from "../outbox/index.ts";
import { forgetRemovedMakers, keepTyped } from "./keep-content.ts";
import { keptShared, parseClaims } from "./kept-claims.ts";
import type { KeptMembership } from "./membership.ts";
import type { Reading } from "./reading.ts";
import { sharedDoubts } from "./settle.ts";

/** Milliseconds: what a desk ended longer ago than that was no thief's doing. */
const lately = 30 * 24 * 60 * 60 * 1_000;

/** Who is removed in what was read: who went by it, and who had gone before and dropped something in it all the same. */
export type RemovalEffects = { readonly went: ReadonlySet<string>; readonly dropped: ReadonlySet<string> };

/**
 * Somebody was removed: perhaps a thief, which had this desk's work disappear. What it dropped of the clinic is said again by whoever keeps
 * it, what was refused while it was there is tried again, what this desk made and it discarded lately is here again, for a person to look
 * at, what it discarded of what was booked is booked again, and no booking waits for a patient whom it creates. Called once all that is
 * read at once is settled: a desk that was off reads of the discarding and of the removal together. Answers the ids of what changed here.
 */
export function restoreEndedWork(
  reading: Reading,
  kept: Pick<KeptMembership, "desk" | "members">,
  { went, dropped }: RemovalEffects,
): readonly RecordId[] {
  const { repositories, account, now } = reading;
  const { clinic, items } = repositories;
  const all = [...new Set([...went, ...dropped])];
  if (all.length > 0) clinic.records.markFreed(account, all);
  if (went.size === 0) return [];
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
  return [...ofPatients, ...back];
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
