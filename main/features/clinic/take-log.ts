import type { Entry, EntryOf } from "../../../shared/hub-api/entries.ts";
import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { applyPush, type Changes, type LogView } from "../../../shared/clinic/log/apply.ts";
import type { LogItem as SharedItem } from "../../../shared/clinic/log/item.ts";
import { isMemberChange } from "../../../shared/clinic/log/members.ts";
import { mayWrite } from "../../../shared/clinic/log/who-may.ts";
import { toDesks, hashBytes, findRecent, readPush, type LogFault, type ReadPush } from "./clinic-log.ts";
import { drop, putBack } from "./freed.ts";
import { computeGoneAfter, hasNoSay, isGone, resetRemovalsFrom, findRemovedAt } from "./gone.ts";
import { keptShared, parseClaims, recordClaimAnswer } from "./kept-claims.ts";
import { isLost, listLostDesks, listNewlyLost } from "./lost-desks.ts";
import { getCurrentEpoch, getRingKey, isLateRing, mergeRings } from "./key-ring.ts";
import {
  isAsInvited,
  serializeRing,
  getClinicLog,
  readRing,
  listSheets,
  setAccount,
  setLog,
  withPrinted,
  setSheets,
  addSpent,
  withUnprinted,
  type KeptMembership,
} from "./membership.ts";
import { openRecord } from "./sealed-records.ts";
import {
  bookAfter,
  computeDigest,
  createKnownRecord,
  readContent,
  deriveSharedId,
  type SharedContent,
} from "./shared-content.ts";
import { keepContent, type Unkept } from "./keep-content.ts";
import type { SaidNotices } from "../../../shared/notices/book.ts";
import type { Reading } from "./reading.ts";
import { keepEditDraft } from "./settle.ts";
import { listSaidBooked, readToldBefore } from "./told-before.ts";

/** What one push did here. */
export type TakenPush = {
  readonly kept: KeptMembership;
  /** Patients and bookings that changed here. */
  readonly changed: readonly RecordId[];
  /** Shared items that may stand otherwise now, by their names in the log. */
  readonly items: readonly string[];
  /** Those of them that this desk took over from another, or said anew. */
  readonly takenOver: readonly string[];
  /** Who is removed by it. */
  readonly went: readonly string[];
  /** Who is known as lost by it. */
  readonly lost: readonly string[];
  /** Who was removed before and dropped something all the same, in a log that was put back or is read anew. */
  readonly dropped: readonly string[];
};

/** `copy`: somebody else speaks as this desk. `other-account`: it says whose clinic it is, and that is not this desk's. */
export type Untaken = LogFault | "copy" | "other-account";

/**
 * Takes the next push of the log into the records: who is a member, what was said of records, and who holds what by the same
 * rule that the hub went by. What the rule refuses has no effect, here as at every other desk.
 */
export function takeLogged(reading: Reading, kept: KeptMembership, logged: LoggedPush): TakenPush | Untaken {
  const { repositories, account } = reading;
  const { clinic } = repositories;
  const before = getClinicLog(kept);
  const read = readPush(before, {
    logged,
    clinic: kept.clinic,
    hashAt: (number) => (number > before.head.number ? null : clinic.heads.get(account, number)),
  });
  if (typeof read === "string") return read;
  if (!isAsInvited({ ...kept, head: read.log.head }, false)) return "other-history";
  const digest = hashBytes(Buffer.from(logged.bytes, "base64"));
  const isOwn = read.push.desk === kept.desk;
  // What founded the clinic was signed before there was a membership to note it in.
  if (isOwn && !clinic.pushes.wasSigned(account, digest)) return "copy";
  if (isOwn) {
    if (clinic.pushes.waiting(account)?.digest === digest) reading.onTaken(read.push.entries);
    clinic.pushes.answered(account, { sequence: read.push.sequence, digest, json: null });
  }
  const known = remembered(reading, kept, read);
  const went = known.gone.flatMap(({ desk }) => (isGone(kept.gone, desk) ? [] : [desk]));
  clinic.heads.add(account, read.log.head.number, read.log.head.hash);
  const members = { ...setLog(kept, read.log), ...known, ring: ringAfter(reading, kept, read) };
  const lost = read.push.entries.some(isMemberChange) ? listNewlyLost(kept, members) : [];
  // Who founds the clinic is a member from the first entry on.
  const facts = knownOf(reading, before.head.number === 0 ? members : kept, read.push.entries);
  const applied = applyPush(facts, read.push.entries, {
    desk: read.push.desk,
    generation: read.push.generation,
    number: read.log.head.number,
    at: Date.parse(logged.receivedAt),
  });
  // What they alone said was booked is doubted from now on; and where somebody else goes, another desk may have to look.
  const doubted = went.length > 0 || lost.length > 0 ? [...listLostDesks(members).keys()] : [];
  const items = clinic.claims.bookedBy(account, doubted);
  const gone = { went, lost };
  if (!applied.ok) return { kept: members, changed: [], items, takenOver: [], dropped: [], ...gone };
  const added = [...applied.changes.desks.keys()].filter((desk) => !before.members.has(desk));
  const done = { read, facts, changes: applied.changes, at: logged.receivedAt, added: new Set(added) };
  const taken = effects(reading, members, done);
  return { ...taken, items: [...taken.items, ...items], ...gone };
}

/**
 * Who was ever removed, and the keys that are spent. Who is a member is the log's to say, which is the same at every desk and at the hub; what
 * a removed one says is taken for nothing else.
 */
function remembered(
  { repositories, account, onCameBack }: Reading,
  kept: KeptMembership,
  read: ReadPush,
): Pick<KeptMembership, "gone" | "spent"> {
  const { number, hash } = read.log.head;
  const had = repositories.clinic.heads.get(account, number);
  const isKnown = had === hash;
  const before = had === null || isKnown ? kept.gone : resetRemovalsFrom(kept.gone, number);
  const { gone, cameBack } = computeGoneAfter(before, { before: getClinicLog(kept), read, isKnown });
  for (const desk of cameBack) {
    const isSheet = listSheets(kept).includes(desk);
    // Whom a removed desk had let in has no name here, and was never a desk of the clinic.
    if (isSheet || kept.names[desk] !== undefined) onCameBack(desk, isSheet);
  }
  return { gone, spent: leavesWithKey(kept, read) ? addSpent(kept, read.log.keyEpoch) : kept.spent };
}

/** Somebody goes by this push and has the key in use: it brings none, or whoever goes has brought it itself. */
function leavesWithKey({ keyEpoch }: KeptMembership, { push, log }: ReadPush): boolean {
  const leaves = findRemovedAt(log, log.head.number);
  return leaves.length > 0 && (log.keyEpoch === keyEpoch || leaves.some(([desk]) => desk === push.desk));
}

/** The keys of this desk, with those of each ring that is its to open. */
function ringAfter(
  { rings }: Reading,
  kept: KeptMembership,
  { push, setAside }: ReadPush,
): KeptMembership["ring"] {
  const aside = new Set(setAside.map(({ entry }) => entry));
  let { keyEpoch } = kept;
  return push.entries.reduce((before, entry, at) => {
    if (entry.type !== "ring" || aside.has(at)) return before;
    const isNext = entry.keyEpoch > keyEpoch;
    ({ keyEpoch } = entry);
    const ring = rings.get(entry.ciphertext) ?? null;
    if (ring === null || getCurrentEpoch(ring) !== keyEpoch) return before;
    const own = readRing({ ring: before });
    if (isLateRing(own, { epoch: keyEpoch, isNext })) return before;
    return serializeRing(mergeRings(own, ring));
  }, kept.ring);
}

const sharedIdsOf = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap((entry) => [
      ...("record" in entry ? [entry.record] : []),
      ...("item" in entry ? [entry.item] : []),
      ...("draft" in entry ? [entry.draft] : []),
      ...(entry.type === "member-added" ? [entry.desk] : []),
    ]),
  );

/** What this desk knows of all that a push names. */
function knownOf(
  { repositories, account }: Reading,
  kept: KeptMembership,
  entries: readonly Entry[],
): LogView {
  const { clinic } = repositories;
  const named = new Set(sharedIdsOf(entries));
  for (const entry of entries)
    if (entry.type === "outcome")
      for (const id of clinic.attempts.itemsWith(account, entry.attempt)) named.add(id);
  const records: [string, { record: string; version: number; dropped: boolean }][] = [];
  const items: [string, SharedItem][] = [];
  for (const id of named) {
    const record = clinic.records.get(account, id);
    if (record !== null && record.version > 0)
      records.push([id, { record: id, version: record.version, dropped: record.dropped }]);
    const shared = parseClaims(keptShared, clinic.claims.get(account, id)?.shared ?? null);
    if (shared !== null) items.push([id, shared]);
  }
  return {
    desks: toDesks(getClinicLog(kept).members, kept.awaited),
    lately: findRecent(getClinicLog(kept).members),
    records: new Map(records),
    items: new Map(items),
    addresses: new Map(kept.notices.addresses.map((one) => [one.address, one])),
    addressesOf: countedBy(kept.notices.addresses.flatMap(({ by }) => by ?? [])),
    hasNoticeRecipient: kept.notices.recipient !== null,
  };
}

function countedBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

type Answer = Extract<SharedContent, { kind: "answer" }>;

/** What a desk that does not hold it knows of a booking. */
function keepAnswer(
  { repositories, account }: Reading,
  sharedId: string,
  { desk, ...said }: Answer & { readonly desk: string },
): void {
  const { claims } = repositories.clinic;
  const claim = claims.get(account, sharedId);
  const shared = parseClaims(keptShared, claim?.shared ?? null);
  if (claim !== null && shared !== null)
    claims.put(account, { ...claim, shared: JSON.stringify(recordClaimAnswer(shared, desk, said)) });
}

/** Of an item stand those attempts that are kept of it, and no others: whoever has one desk's keys makes them without end. */
function keepAttempts(
  { repositories, account }: Reading,
  now: { readonly item: SharedItem; readonly before: SharedItem | undefined; readonly at: string },
): void {
  const { attempts } = repositories.clinic;
  const { item, before, at } = now;
  const ids = new Set(item.attempts.map(({ attempt }) => attempt));
  const known = new Set(before?.attempts.map(({ attempt }) => attempt));
  for (const attempt of known) if (!ids.has(attempt)) attempts.remove(account, attempt, item.item);
  for (const attempt of ids)
    if (!known.has(attempt)) attempts.add(account, { attempt, sharedId: item.item, at });
}

/** What a desk writes after it was removed. */
const unheard: Unkept = { why: "unread", digest: null };

type Done = {
  /** What was known before of what the push names. */
  readonly facts: Pick<LogView, "items">;
  readonly read: ReadPush;
  readonly changes: Changes;
  readonly at: string;
  /** Who became a member by this push. */
  readonly added: ReadonlySet<string>;
};

function effects(reading: Reading, members: KeptMembership, done: Done): Omit<TakenPush, "went" | "lost"> {
  const { repositories, account } = reading;
  const { clinic } = repositories;
  const { read, facts, changes, at, added } = done;
  const names = { ...members.names };
  const sheets: string[] = [];
  const accounts: Record<string, string> = {};
  let { awaited, book } = members;
  let told = members;
  const changed: RecordId[] = [];
  const touched = new Set(changes.items.keys());
  /** The last that the push says of each booking, and of notices: each is a look at all that is known of it. */
  const answers = new Map<string, Answer>();
  let noticed: { entry: EntryOf<"record">; content: Book } | null = null;
  const isHeard = !hasNoSay(members.gone, { desk: read.push.desk, number: read.log.head.number });
  const said = listSaidBooked(read.push.entries);
  for (const [sharedId, item] of changes.items) {
    const before = clinic.claims.get(account, sharedId);
    const recordId = before?.recordId ?? clinic.records.get(account, sharedId)?.recordId ?? null;
    const claimed = {
      sharedId,
      item,
      desk: read.push.desk,
      at,
      itemId: recordId,
      isOwn: read.push.desk === members.desk,
      entries: read.push.entries,
      said,
    };
    clinic.claims.put(account, {
      sharedId,
      recordId,
      desk: before?.desk ?? null,
      was: null,
      shared: JSON.stringify({ ...item, ...readToldBefore(reading, claimed) }),
    });
    keepAttempts(reading, { item, before: facts.items.get(sharedId), at });
  }
  for (const [place, entry] of read.push.entries.entries()) {
    if (entry.type === "reported") awaited = awaited.filter((desk) => desk !== read.push.desk);
    if (entry.type === "drop") drop(reading, members, { record: entry.record, desk: read.push.desk });
    if (entry.type === "put-back") putBack(reading, entry);
    if (entry.type === "edit" && read.push.desk === members.desk) {
      const draft = keepEditDraft(reading, members, entry);
      if (draft !== null) changed.push(draft);
    }
    if (entry.type !== "record") continue;
    const sealed = read.contents.get(place) ?? null;
    const content = isHeard ? contentOf(reading, members, { entry, sealed }) : unheard;
    if (isOfClinic(content)) {
      const { desk } = read.push;
      const written = { desk, record: entry.record, sheets: listSheets(members), added };
      const isTheirs = mayWrite(content.kind, written);
      if (content.kind === "desk" && isTheirs) {
        names[entry.record] = content.name;
        if (content.account !== undefined) accounts[entry.record] = content.account;
      }
      if (content.kind === "sheet" && isTheirs) {
        sheets.push(entry.record);
        if (content.printed !== undefined)
          told = content.printed ? withPrinted(told, entry.record) : withUnprinted(told, entry.record);
      }
      if (content.kind === "notices") noticed = { entry, content };
      if (content.kind === "answer") answers.set(deriveSharedId(members.clinic, content.booking), content);
      noteVersion(reading, entry, content);
    } else {
      changed.push(...keepContent(reading, { kept: members, entry, content, desk: read.push.desk }));
      touched.add(entry.record);
    }
  }
  if (noticed !== null) {
    const believing = { keyEpoch: members.keyEpoch, at, made: members.madeAddresses };
    const { digest, ...after } = bookAfter(book, noticed.content, believing);
    ({ book } = after);
    noteVersion(reading, noticed.entry, { kind: "notices", digest });
  }
  for (const [sharedId, answer] of answers) {
    // In a log that is read anew, a lost desk's word is a thief's from the start.
    if (!isLost(members, read.push.desk)) keepAnswer(reading, sharedId, { ...answer, desk: read.push.desk });
    touched.add(sharedId);
  }
  const notices = noticesAfter(members.notices, changes);
  const droppers = read.push.entries.some(({ type }) => type === "drop") ? [read.push.desk] : [];
  return {
    kept: setAccount(setSheets({ ...told, names, awaited, book, notices }, sheets), accounts),
    changed,
    items: [...touched],
    takenOver: read.push.desk === members.desk ? takenOverIn(read.push.entries) : [],
    dropped: droppers.filter((desk) => isGone(members.gone, desk)),
  };
}

const takenOverIn = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.type === "take-over" || entry.type === "share" ? [entry.item] : []));

const noticesAfter = (before: SaidNotices, { noticeRecipient, addresses }: Changes): SaidNotices => ({
  recipient: noticeRecipient ?? before.recipient,
  addresses: [
    ...new Map([...before.addresses.map((one) => [one.address, one] as const), ...addresses]).values(),
  ],
});

type Digested = SharedContent & { readonly digest: string };
type OfClinic = Extract<Digested, { readonly kind: OfClinicKind }>;
type Kept = Exclude<Digested, { readonly kind: OfClinicKind | "large" }>;
type Book = Extract<OfClinic, { readonly kind: "notices" }>;
type OfClinicKind = "desk" | "sheet" | "notices" | "answer";
const ofClinicKinds: ReadonlySet<string> = new Set<OfClinicKind>(["desk", "sheet", "notices", "answer"]);

/** Something of the clinic itself or of one of its claims, which stands with those: no record of this desk. */
const isOfClinic = (content: OfClinic | Kept | Unkept): content is OfClinic =>
  "kind" in content && ofClinicKinds.has(content.kind);

/** Nothing of it is kept as a record but its version. */
function noteVersion(
  { repositories, account }: Reading,
  { record: sharedId, version }: EntryOf<"record">,
  { kind, digest }: { readonly kind: string; readonly digest: string },
): void {
  const fresh = createKnownRecord({ sharedId, recordId: null, kind });
  repositories.clinic.records.put(account, { ...fresh, version, digest });
}

/** What stands in a record, or why that is nothing for this desk. */
function contentOf(
  { ahead }: Reading,
  kept: KeptMembership,
  { entry, sealed }: { readonly entry: EntryOf<"record">; readonly sealed: Uint8Array | null },
): OfClinic | Kept | Unkept {
  if (sealed === null) return { why: "dropped", digest: null };
  const { record, version, keyEpoch } = entry;
  const key = getRingKey(readRing(kept), keyEpoch) ?? getRingKey(ahead, keyEpoch);
  const place = { clinic: kept.clinic, id: record, version, epoch: keyEpoch };
  const plain = key === null ? null : openRecord(sealed, { place, key });
  if (plain === null) return { why: "unread", digest: null };
  const content = readContent(plain);
  const digest = computeDigest(plain);
  if (content === "damaged") return { why: "unread", digest };
  if (content === "newer") return { why: "newer", digest };
  // Under another record's name it would take the place of what somebody else holds.
  const id =
    content.kind === "item" ? content.item.id : content.kind === "person" ? content.patient.id : null;
  if (id !== null && deriveSharedId(kept.clinic, id) !== record) return { why: "unread", digest };
  return content.kind === "large" ? { why: "large", digest } : { ...content, digest };
}
