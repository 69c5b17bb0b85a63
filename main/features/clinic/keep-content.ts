import { isDeepStrictEqual } from "node:util";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isUncertain, pruneAttempts } from "../../../shared/outbox/attempts.ts";
import { isForm, type Attempt, type BookingItem, type Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { KnownRecord } from "../../db/clinic-types.ts";
import { isBooking, isMadeOfForm, markWithoutPatient, withPatientAgain } from "../outbox/index.ts";
import { keptShared, parseClaims, recordClaimAnswer, type KeptShared } from "./kept-claims.ts";
import { findChecker, isLost, isSaidByLost, listLostDesks } from "./lost-desks.ts";
import type { KeptMembership } from "./membership.ts";
import type { SharedContent } from "./shared-content.ts";
import type { Reading } from "./reading.ts";

type Content = Extract<SharedContent, { kind: "item" | "person" }> & { readonly digest: string };

/** What is not kept here, and why. `dropped`: the clinic keeps it no more. */
export type Unkept = {
  readonly why: "dropped" | "unread" | "newer" | "large";
  /** Null where it could not be opened. */
  readonly digest: string | null;
};

type Come = {
  readonly kept: KeptMembership;
  readonly entry: EntryOf<"record">;
  readonly content: Content | Unkept;
  /** Whose word it is. */
  readonly desk: string;
};

/** Keeps a record of the log that a desk wrote. Answers the ids of what changed here. */
export function keepContent(reading: Reading, come: Come): readonly RecordId[] {
  const { repositories, account } = reading;
  const { records } = repositories.clinic;
  const { entry, content } = come;
  const before = records.get(account, entry.record);
  const kept = "why" in content ? null : content;
  const id = kept === null ? null : idOf(kept);
  const known: KnownRecord = {
    sharedId: entry.record,
    recordId: id ?? before?.recordId ?? null,
    kind: kept?.kind ?? before?.kind ?? "unread",
    version: entry.version,
    dropped: false,
    droppedBy: null,
    digest: content.digest,
    aside: "why" in content && content.why !== "dropped" ? content.why : null,
    had: before?.had ?? 0,
  };
  if (kept !== null && isOtherKind(reading, kept)) {
    records.put(account, { ...known, aside: "unread" });
    return [];
  }
  // Another account of this computer has it already, from this clinic or before: it is not shown twice.
  if (kept !== null && isAnothers(reading, kept)) {
    records.put(account, { ...known, aside: "otherAccount" });
    return [];
  }
  if (kept?.kind === "item" && !mayStand(reading, entry.record, kept.item)) {
    records.put(account, { ...known, aside: "unread" });
    return [];
  }
  records.put(account, known);
  if (kept === null || hasItAlready(before, known)) return [];
  if (kept.kind === "item") return keepBooking(reading, come, kept.item);
  // It was here, and somebody at this desk deleted it: another desk that keeps it does not bring it back.
  const wasHere = before !== null && before.version > 0 && before.recordId !== null && before.aside === null;
  if (wasHere && repositories.patients.find(account, kept.patient.id) === null) return [];
  return keepPatient(reading, come, kept);
}

function isAnothers({ repositories, account }: Reading, content: Content): boolean {
  const { items, patients } = repositories;
  const owner =
    content.kind === "person"
      ? patients.ownerOf(content.patient.id)
      : (items.find(content.item.id)?.accountId ?? null);
  return owner !== null && owner !== account;
}

/** A name in the log tells nothing of the kind: a booking under a patient's would count as what was said of that patient. */
function isOtherKind({ repositories: { items, patients } }: Reading, content: Content): boolean {
  return content.kind === "item"
    ? patients.ownerOf(content.item.id) !== null
    : items.find(content.patient.id) !== null;
}

/**
 * Who may send a booking is the log's to say, never its content's: of one that nobody holds, or that is over, only what is over
 * is taken. Else whoever has the keys of one desk makes another send what nobody there made.
 */
function mayStand({ repositories, account }: Reading, sharedId: string, { status }: BookingItem): boolean {
  const shared = parseClaims(keptShared, repositories.clinic.claims.get(account, sharedId)?.shared ?? null);
  if (shared === null) return status === "done";
  return shared.ended === null || status === "done" || status === "discarded" || status === "needs-checking";
}

const idOf = (content: Content): RecordId =>
  content.kind === "person" ? content.patient.id : content.item.id;

/** The log is read anew, and this desk had read or said as much of it, or more. */
const hasItAlready = (before: KnownRecord | null, now: KnownRecord): boolean =>
  before !== null &&
  (now.version < before.had || (now.version === before.had && now.digest === before.digest));

/**
 * What was changed here and not shared yet is later, and stays; but for the number, which only the service gives, and for what a
 * desk that creates them says to one that does not. Once the service has given a number, neither that nor who they are changes any
 * more: else whoever has one desk's keys has another book for somebody whose name nobody there reads.
 */
function keepPatient(
  { repositories, account }: Reading,
  { kept: { desk: self, members } }: Come,
  { patient: come, makers }: Extract<Content, { kind: "person" }>,
): readonly RecordId[] {
  const { patients, clinic, items } = repositories;
  const local = patients.find(account, come.id);
  const isChanged = clinic.changes.has(come.id);
  const patientId = local?.patientId ?? come.patientId;
  const itemId = patientId === null ? (local?.itemId ?? null) : null;
  const others = patientId === null ? listPresentMakers(makers, { self, members }) : [];
  const isOthersOnly = itemId === null && others.length > 0;
  const { madeElsewhere: _before, ...shown } =
    local !== null && (local.patientId !== null || (isChanged && !isOthersOnly)) ? local : come;
  const elsewhere = others.length > 0 ? { madeElsewhere: others } : {};
  const next: PatientRecord = { ...shown, ...elsewhere, accountId: account, patientId, itemId };
  if (local === null) patients.insert(next, true);
  // What this desk said itself comes back as it is.
  else if (!isDeepStrictEqual(next, local)) patients.update(next);
  // Whether this desk creates them it alone knows.
  if (makers.includes(self) !== (itemId !== null))
    clinic.changes.add(account, { recordId: come.id, kind: "person" });
  else if (!isChanged) clinic.changes.done(come.id);
  const changed = bookingsAfter({ before: local, now: next, items });
  for (const booking of changed) items.restate(booking);
  return [come.id, ...changed.map(({ id }) => id)];
}

/** Who creates a patient besides this desk: of whom it is said, those that are members. */
const listPresentMakers = (
  makers: readonly string[],
  { self, members }: { readonly self: string; readonly members: KeptMembership["members"] },
): string[] => {
  const present = new Set(members.flatMap(({ desk, removedAt }) => (removedAt === null ? [desk] : [])));
  return makers.filter((desk) => desk !== self && present.has(desk));
};

/** Somebody was removed, and creates nobody any more. Answers the ids of what is another matter by that. */
export function forgetRemovedMakers(
  { repositories: { patients, items }, account }: Reading,
  { desk: self, members }: Pick<KeptMembership, "desk" | "members">,
): readonly RecordId[] {
  return patients.madeElsewhere(account).flatMap((before) => {
    const { madeElsewhere = [], ...rest } = before;
    const makers = listPresentMakers(madeElsewhere, { self, members });
    if (makers.length === madeElsewhere.length) return [];
    const now: PatientRecord = makers.length > 0 ? { ...rest, madeElsewhere: makers } : rest;
    patients.update(now);
    const changed = bookingsAfter({ before, now, items });
    for (const booking of changed) items.restate(booking);
    return [before.id, ...changed.map(({ id }) => id)];
  });
}

type Told = {
  readonly before: PatientRecord | null;
  readonly now: PatientRecord;
  readonly items: Reading["repositories"]["items"];
};

/** The bookings of a patient for which it is another matter now whether somebody creates them. */
function bookingsAfter({ before, now, items }: Told): readonly BookingItem[] {
  if (before?.patientId !== null) return [];
  if (now.patientId !== null)
    return items.waitingFor(now.id).map((booking) => ({ ...booking, status: "ready", problem: null }));
  if (before.itemId !== null || (before.madeElsewhere === undefined) === (now.madeElsewhere === undefined))
    return [];
  const bookings = items.bookingsOf(now.id);
  return now.madeElsewhere === undefined ? markWithoutPatient(bookings) : withPatientAgain(bookings);
}

/** A booking that is made, or that another desk holds. What this desk holds it wrote itself, or `settle` takes it up. */
function keepBooking(reading: Reading, { kept, entry, desk }: Come, come: BookingItem): readonly RecordId[] {
  const { repositories, account } = reading;
  const { items, patients, clinic, keeping } = repositories;
  const claim = clinic.claims.get(account, entry.record);
  const shared = parseClaims(keptShared, claim?.shared ?? null);
  const local = items.find(come.id);
  // Nobody holds what was booked, or its holder is removed: it stands as it was told first.
  const isTheirs = shared !== null && isOfGone(kept, shared, desk) && !isUndone(kept, shared, { come, desk });
  if (local !== null && (shared === null ? local.status === "done" : isTheirs)) return [];
  if (claim !== null && shared !== null) {
    const isTold = shared.ended === "booked" && !isLost(kept, desk);
    const { appointment = null, canceled = [] } = isTold ? (come.result ?? {}) : {};
    const stands = { ...recordClaimAnswer(shared, desk, { appointment, canceled }), stands: come.status };
    clinic.claims.put(account, { ...claim, recordId: come.id, shared: JSON.stringify(stands) });
  }
  if (local === null && keeping.isGone(account, come)) return [];
  // Its own word, or what it changed since and has still to say.
  if (local !== null && (desk === kept.desk || clinic.changes.has(come.id)) && local.status !== "elsewhere")
    return [];
  if (local !== null && local.status === "sending") return [];
  const isOpen = shared !== null && shared.ended === null;
  // Who holds it is settled when the whole push is read.
  // Nor is it its holder's to write what became of a discarded one, or when.
  const isDiscarded = shared?.ended === "discarded" || shared?.ended === "edited";
  const ended = isDiscarded ? "discarded" : come.status;
  const status = isOpen ? "elsewhere" : ended;
  // It was booked here, and another desk says that it waits: that is that desk's word, and what was booked stays what it was.
  const isBooked = shared?.wasDone === true && local !== null && isBooking(local);
  const shown = isBooked ? local : come;
  // What goes out again is the body, and what the screen shows is the form: another desk's may be two things.
  const { form } = shown;
  const patient = form.patient?.kind === "known" ? patients.find(account, form.patient.id) : null;
  const payload = isBooked || desk === kept.desk || isMadeOfForm(shown, patient) ? shown.payload : null;
  const attempts = withKnownTries(shown.attempts, local?.attempts ?? []);
  const heardAt = local?.status === "discarded" ? local.updatedAt : reading.now();
  const at = isDiscarded && local !== null ? { updatedAt: heardAt } : {};
  const next: BookingItem = { ...shown, ...at, accountId: account, status, payload, attempts };
  if (local === null) items.insert(next);
  else {
    if (isTypedHere(local)) keepTyped(reading, local);
    items.update(next);
  }
  clinic.changes.done(come.id);
  return [come.id];
}

/** What is known here to have perhaps arrived stays, whatever another desk writes of it: else nobody here would hear of it again. */
function withKnownTries(come: readonly Attempt[], known: readonly Attempt[]): Attempt[] {
  const uncertain = (all: readonly Attempt[]) => all.filter(isUncertain);
  const said = new Set(uncertain(come).map(({ startedAt }) => startedAt));
  const unsaid = uncertain(known).filter(({ startedAt }) => !said.has(startedAt));
  return unsaid.length === 0 ? [...come] : pruneAttempts([...unsaid, ...come]);
}

/** Whoever holds it was removed, and somebody else writes it. */
const isOfGone = (
  { members }: KeptMembership,
  { holder }: Pick<KeptShared, "holder">,
  desk: string,
): boolean => holder !== desk && members.some((one) => one.desk === holder && one.removedAt !== null);

/** A lost desk alone said that it was booked. It was not, says the desk that looks, where it has begun anew. */
function isUndone(
  kept: KeptMembership,
  shared: KeptShared,
  { come, desk }: { readonly come: BookingItem; readonly desk: string },
): boolean {
  if (come.status !== "discarded") return false;
  const lost = listLostDesks(kept);
  return isSaidByLost(shared, lost) && desk === findChecker(shared, kept, lost);
}

/** A form that was changed here since it came to this desk, or was begun here to be edited. */
export const isTypedHere = (item: Item): boolean => isForm(item) && item.updatedAt !== item.createdAt;

/** Somebody was typing here what another desk has taken over: what was typed stays, as a draft of its own. Answers its id. */
export function keepTyped(
  { repositories, newId, now }: Reading,
  typed: { readonly id: RecordId },
): RecordId | null {
  const { items } = repositories;
  const item = items.find(typed.id);
  if (item === null) return null;
  const fresh = { id: newId(), idempotencyKey: newId(), createdAt: now(), updatedAt: now() };
  items.insert({ ...item, ...fresh, status: "draft", payload: null, attempts: [], resends: 0, editOf: null });
  return fresh.id;
}
