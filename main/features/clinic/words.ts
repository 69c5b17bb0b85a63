import type { Entry } from "../../../shared/hub-api/entries.ts";
import { hubLimits } from "../../../shared/hub-api/limits.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isForm, type BookingItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { isUnsettled } from "../../../shared/outbox/attempts.ts";
import { createSavedItem, type DeskRecord } from "../../../shared/clinic/log/desk-rule.ts";
import { isBooking } from "../outbox/index.ts";
import { createClaimEntries } from "../../../shared/clinic/log/desk-words.ts";
import type { ChangedRecord, KnownClaim } from "../../db/clinic-types.ts";
import type { Repositories } from "../../db/types.ts";
import { isGone } from "./gone.ts";
import { boundAnswer, keptDesk, keptShared, parseClaims, type KeptShared } from "./kept-claims.ts";
import { findChecker, isHearsay, listLostDesks } from "./lost-desks.ts";
import type { KeptMembership } from "./membership.ts";
import { hasKey, isAdmin, readRing, listSheets } from "./membership.ts";
import { listMissingEntries } from "../../../shared/notices/book.ts";
import { getCurrentEpoch, getRingKey } from "./key-ring.ts";
import { withContent, type Said } from "./push.ts";
import { sealRecord } from "./sealed-records.ts";
import {
  computeDigest,
  createKnownRecord,
  deriveSharedId,
  writeContent,
  type SharedContent,
} from "./shared-content.ts";
import { sharedDoubts, waitingStatuses } from "./settle.ts";

/** What saying something needs; in one transaction of the store. */
export type Saying = {
  readonly repositories: Repositories;
  readonly account: AccountId;
  readonly kept: KeptMembership;
  readonly nonce: () => Uint8Array;
};

const nothing: readonly Said[] = [];

/** So many records go into one push, and about so many bytes of them. */
const mostRecords = 400;
const mostBytes = 3 * 1_024 * 1_024;

/**
 * What this desk has to tell the others: of each record that changed, what the log does not say yet. A change that the log
 * knows already is done with. Level by level and never as a list of acts, so that nothing is lost or said twice
 * when the log is read anew.
 */
export function collectOutgoing(saying: Saying): readonly Said[] {
  const { repositories, account } = saying;
  // Before its own ring stands in the log it has no key to seal with.
  if (!hasKey(saying.kept)) return nothing;
  const all: Said[] = [];
  let bytes = 0;
  for (const changed of repositories.clinic.changes.list(account, mostRecords)) {
    const words = changed.kind === "person" ? ofPatient(saying, changed) : ofBooking(saying, changed);
    if (words === "later") continue;
    if (words.length === 0) repositories.clinic.changes.done(changed.recordId);
    bytes += words.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
    all.push(...words);
    if (bytes > mostBytes || all.length > hubLimits.entries / 2) break;
  }
  return all.length > 0 ? all : [...ofSheets(saying), ...ofNotices(saying)];
}

/** Which sheets are printed, where the log has it otherwise. */
const ofSheets = (saying: Saying): readonly Said[] =>
  listSheets(saying.kept)
    .filter((sheet) => saying.kept.printed.includes(sheet))
    .flatMap((sheet) => recordWords(saying, sheet, { kind: "sheet", printed: true }));

/** The local name of the one record that has what is set up of notices. */
const bookRecord = "notices";

const tokenDigest = (token: string): string => computeDigest(Buffer.from(token, "base64url"));

/** What is set up of notices, where the log lacks it: also after the hub's database was put back. */
function ofNotices(saying: Saying): readonly Said[] {
  const { kept, repositories, account } = saying;
  if (kept.book === null) return nothing;
  const known = repositories.clinic.records.get(account, deriveSharedId(kept.clinic, bookRecord));
  // One that cannot be read here is not written over.
  const isUnread = known !== null && known.aside !== null && known.aside !== "refused";
  const { book } = kept;
  const lacking = isAdmin(kept)
    ? listMissingEntries(book, kept.notices, {
        self: kept.desk,
        made: kept.madeAddresses,
        digestOf: tokenDigest,
      })
    : null;
  const words = [
    said(lacking?.recipient ?? []),
    isUnread ? nothing : asRecord(saying, bookRecord, { kind: "notices", book }),
    said(lacking?.own ?? []),
    said(lacking?.others ?? []),
  ];
  return words.find(({ length }) => length > 0) ?? nothing;
}

/** The desks that create a patient, as this one knows them. */
function makersOf({ patientId, itemId, madeElsewhere = [] }: PatientRecord, self: string): readonly string[] {
  if (patientId !== null) return [];
  return itemId === null ? madeElsewhere : [...madeElsewhere, self];
}

function ofPatient(saying: Saying, { recordId }: ChangedRecord): readonly Said[] {
  const { repositories, account } = saying;
  const patient = repositories.patients.find(account, recordId);
  if (patient === null) return gone(saying, recordId);
  const content = { kind: "person", patient, makers: makersOf(patient, saying.kept.desk) } as const;
  return isLarge(content) ? setAside(saying, recordId, content) : asRecord(saying, recordId, content);
}

/** It stays at this desk as it is; what was said of it before stays with the others. */
function setAside(
  { repositories, account, kept }: Saying,
  recordId: string,
  { kind }: SharedContent,
): readonly Said[] {
  const { records } = repositories.clinic;
  const sharedId = deriveSharedId(kept.clinic, recordId);
  const known = records.get(account, sharedId);
  records.put(account, { ...(known ?? createKnownRecord({ sharedId, recordId, kind })), aside: "large" });
  return nothing;
}

/** This desk keeps it no longer, and so the clinic does not. */
function gone({ repositories, account, kept }: Saying, recordId: string): readonly Said[] {
  const sharedId = deriveSharedId(kept.clinic, recordId);
  const known = repositories.clinic.records.get(account, sharedId);
  const shared = parseClaims(keptShared, repositories.clinic.claims.get(account, sharedId)?.shared ?? null);
  if (known?.dropped === true && known.aside !== null)
    repositories.clinic.records.put(account, { ...known, aside: null });
  if (known === null || known.dropped || known.version === 0) return nothing;
  if (shared !== null && shared.holder !== kept.desk) return nothing;
  return [{ entry: { type: "drop", record: sharedId, version: known.version + 1 } }];
}

/** What fits into one record of the log: nonce, tag and padding come to it. */
export const isLarge = (content: SharedContent): boolean =>
  writeContent(content).length > hubLimits.ciphertext - 1_024;

/** The next version of what has a local name; nothing where the log has it as it is. It has to fit. */
export const asRecord = (saying: Saying, recordId: string, content: SharedContent): readonly Said[] =>
  recordWords(saying, deriveSharedId(saying.kept.clinic, recordId), content);

/** The same of what has a name in the log. */
function recordWords(saying: Saying, record: string, content: SharedContent): readonly Said[] {
  const { repositories, account, kept, nonce } = saying;
  const known = repositories.clinic.records.get(account, record);
  const plain = writeContent(content);
  const isSaid = known !== null && known.version > 0 && known.digest === computeDigest(plain);
  // What has no name here is said again only once the log has said something else of it.
  const isRefused = known?.aside === "refused" && known.recordId === null;
  // What a removed desk had dropped is the clinic's again where this one keeps it.
  const isPutBack = known?.dropped === true && isGone(kept.gone, known.droppedBy ?? "");
  if (isSaid || isRefused || (known?.dropped === true && !isPutBack)) return nothing;
  const ring = readRing(kept);
  const epoch = getCurrentEpoch(ring);
  const key = hasKey(kept) ? getRingKey(ring, epoch) : null;
  if (key === null) return nothing;
  const last = known?.version ?? 0;
  const back: readonly Said[] = isPutBack ? said([{ type: "put-back", record, version: last + 1 }]) : nothing;
  const version = last + back.length + 1;
  const place = { clinic: kept.clinic, id: record, version, epoch };
  const sealed = sealRecord(plain, { place, key, nonce: nonce() });
  return [
    ...back,
    withContent((ciphertext) => ({ type: "record", record, version, keyEpoch: epoch, ciphertext }), sealed),
  ];
}

/** A booking as a record. Of one that is too large others hear who holds it, so that it can go out from here, and no more. */
export function createBookingRecords(saying: Saying, item: BookingItem): readonly Said[] {
  const whole = { kind: "item", item } as const;
  return asRecord(saying, item.id, isLarge(whole) ? { kind: "large" } : whole);
}

function ofBooking(saying: Saying, { recordId }: ChangedRecord): readonly Said[] | "later" {
  const { repositories, account, kept } = saying;
  const item = repositories.items.find(recordId);
  if (item === null || !isBooking(item)) return gone(saying, recordId);
  const sharedId = deriveSharedId(kept.clinic, recordId);
  const claim = repositories.clinic.claims.get(account, sharedId);
  const shared = parseClaims(keptShared, claim?.shared ?? null);
  const desk = parseClaims(keptDesk, claim?.desk ?? null);
  if (item.status === "sending" || desk?.status === "direct") return "later";
  const written = (): readonly Said[] => createBookingRecords(saying, item);
  if (shared === null) return unshared(saying, { item, sharedId, claim, desk, written });
  const outcomes = desk === null ? nothing : said(createClaimEntries(desk, shared, kept.generation));
  const isChecked = shared.isDoubted && findChecker(shared, kept, listLostDesks(kept)) === kept.desk;
  if (isChecked && item.status === "done") return [...outcomes, bookedAfterAll(saying, recordId, sharedId)];
  // It was not, and has begun anew here.
  if (isChecked && item.status === "discarded") return [...written(), ...outcomes];
  if (shared.holder !== kept.desk) return [...outcomes, ...answerOf(saying, { item, desk, shared })];
  // "Booked" ends it by itself.
  const isBooked = outcomes.some(({ entry }) => entry.type === "outcome" && entry.outcome === "booked");
  // A form is being typed: the others see it when it waits again.
  const record = isForm(item) ? nothing : written();
  return [...record, ...outcomes, ...(isBooked ? nothing : actsOf(item, shared))];
}

/** A person asked the service, and it was booked: nobody holds it, and so it is said as what became of an attempt. */
const bookedAfterAll = ({ kept }: Saying, id: RecordId, item: string): Said => {
  const attempt = deriveSharedId(kept.clinic, `booked ${id}`);
  return { entry: { type: "outcome", item, attempt, outcome: "booked" } };
};

type Answered = {
  readonly item: BookingItem;
  readonly desk: DeskRecord | null;
  readonly shared: KeptShared;
};

/** Its holder alone writes what is shared of a booking: what the service answered to another desk stands beside that. */
function answerOf(saying: Saying, { item, desk, shared }: Answered): readonly Said[] {
  const { kept } = saying;
  const isBooked = Object.values(desk?.outcomes ?? {}).includes("booked");
  const said = shared.answers.find((one) => one.desk === kept.desk)?.appointment;
  const answered = isBooked ? (said ?? item.result?.appointment ?? null) : null;
  // It is kept so, also here: what is said next is the same word.
  const appointment = answered === null ? null : boundAnswer(answered);
  const canceled = item.result?.canceled ?? [];
  if (appointment === null && canceled.length === 0) return nothing;
  const content = { kind: "answer", booking: item.id, appointment, canceled } as const;
  return asRecord(saying, `answer ${item.id} ${kept.desk}`, content);
}

type Unshared = {
  readonly item: BookingItem;
  readonly sharedId: string;
  readonly claim: KnownClaim | null;
  readonly desk: DeskRecord | null;
  readonly written: () => readonly Said[];
};

/** The others know nothing of it: what waits is shared before anything of it goes out; what is made is told. */
function unshared(saying: Saying, { item, sharedId, claim, desk, written }: Unshared): readonly Said[] {
  const { repositories, account, kept } = saying;
  if (item.status === "elsewhere") return nothing;
  const was = parseClaims(keptShared, claim?.was ?? null);
  // The log lacks what others alone had said of it: its maker shares it, to be checked.
  if (item.status === "done" && was !== null && isHeardBefore(saying, was, desk)) {
    if (was.maker !== kept.desk) return nothing;
    const checked = {
      ...item,
      status: "needs-checking" as const,
      problem: sharedDoubts.incomplete,
      result: null,
    };
    repositories.items.update(checked);
    return unshared(saying, {
      item: checked,
      sharedId,
      // What a person says afterwards is this desk's word.
      claim: claim && { ...claim, was: JSON.stringify({ ...was, bookedBy: [] }) },
      desk: desk && { ...desk, status: "waiting" },
      written: () => createBookingRecords(saying, checked),
    });
  }
  if (!waitingStatuses.includes(item.status)) return item.status === "done" ? written() : nothing;
  const record = desk ?? createSavedItem(sharedId, kept.generation).record;
  const isUnclear = isUnsettled(item) || item.status === "needs-checking";
  const status = isUnclear && record.status === "waiting" ? ("needs-checking" as const) : record.status;
  const next = { ...record, status };
  repositories.clinic.claims.put(account, {
    sharedId,
    recordId: item.id,
    shared: null,
    was: claim?.was ?? null,
    desk: JSON.stringify(next),
  });
  return [...written(), ...said(createClaimEntries(next, null, kept.generation))];
}

/** Others alone had said that it was booked, its maker is there, and the service told this desk nothing. */
function isHeardBefore({ kept }: Saying, was: KeptShared, desk: DeskRecord | null): boolean {
  const isThere = kept.members.some((one) => one.desk === was.maker && one.removedAt === null);
  const isBooked = Object.values(desk?.outcomes ?? {}).includes("booked");
  return (
    was.ended === "booked" &&
    isHearsay({ ...was, ended: null }, kept.desk) &&
    isThere &&
    !isBooked &&
    !was.wasDone
  );
}

const said = (entries: readonly Entry[]): readonly Said[] => entries.map((entry) => ({ entry }));
const sharedOf = (text: string | null) => parseClaims(keptShared, text);

/** What a person at this desk, which holds it, made of it. */
function actsOf(
  { status, result }: BookingItem,
  { item, epoch, ended }: NonNullable<ReturnType<typeof sharedOf>>,
): readonly Said[] {
  if (status === "done" && ended === null) return [{ entry: { type: "mark-booked", item, epoch } }];
  if (status === "discarded" && ended === null) return [{ entry: { type: "discard", item, epoch } }];
  if (status === "needs-checking" && ended === "booked" && result?.twice === undefined)
    return [{ entry: { type: "reopen", item, epoch } }];
  return nothing;
}
