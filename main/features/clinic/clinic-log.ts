import { createHash } from "node:crypto";
import { z } from "zod";
import type { Entry, EntryOf } from "../../../shared/hub-api/entries.ts";
import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import {
  signedHeartbeat,
  signedPush,
  type Heartbeat,
  type SignedPush,
} from "../../../shared/hub-api/signed.ts";
import {
  emptyLog,
  type ClinicId,
  type LogHead,
  type RandomId,
  type Sha256,
} from "../../../shared/hub-api/values.ts";
import type { Lately } from "../../../shared/clinic/log/losses.ts";
import {
  findMemberException,
  listSubjects,
  listWrittenRecords,
  type LogDesk,
  type MemberException,
} from "../../../shared/clinic/log/members.ts";
import { whoMay, type Rule } from "../../../shared/clinic/log/who-may.ts";
import { isSignedBy, type DeskCard } from "./desk-keys.ts";

/**
 * The clinic's log as a desk believes it: every push checked by who signed it and where it stands, so that a hub can keep
 * back and delay, but change, leave out or make up nothing unnoticed. Pure; content is opened elsewhere.
 */

export type LogMember = DeskCard & {
  readonly admin: boolean;
  /** SHA-256 of the desk's credential. */
  readonly credential: Sha256;
  /** Its pushes are believed up to this number of the log; null while it is a member. */
  readonly removedAt: number | null;
  /** The number of its last push, as it counts them itself. */
  readonly sequence: number;
  /** Who let it in, and when the hub heard so; null: nobody knows, so it is long ago. RFC 3339 instants. */
  readonly letIn: { readonly by: RandomId; readonly at: string; readonly isSheet: boolean } | null;
  /** Who said that it was lost or stolen when it was removed, and what another desk answered where that was asked. */
  readonly report: {
    readonly by: RandomId;
    readonly at: string;
    readonly answer: boolean | null;
  } | null;
};

export type ClinicLog = {
  /** Null until the first push was read. */
  readonly clinic: ClinicId | null;
  readonly head: LogHead;
  readonly members: ReadonlyMap<RandomId, LogMember>;
  /** Of the ring that is in use; 0 before the first. */
  readonly keyEpoch: number;
};

export const emptyClinicLog: ClinicLog = { clinic: null, head: emptyLog, members: new Map(), keyEpoch: 0 };

/** Why a log is not believed any further. Each stops synchronising until a person has looked; nothing else stops. */
export type LogFault =
  /** It is not the push that belongs there: one is missing, comes twice, or stands elsewhere. */
  | "gap"
  /** Its hash is not that of its bytes behind those before. */
  | "changed"
  /** Nobody who is a member signed it. */
  | "stranger"
  /** A member's name stands under what the member did not sign. */
  | "bad-signature"
  /** It is another clinic's, or the first push is not the clinic's. */
  | "other-clinic"
  /** The desk's own count has a gap or repeats. */
  | "bad-sequence"
  /** Whoever signed it had read another history. */
  | "other-history"
  /** A content is not the one that was signed. */
  | "swapped"
  /** It is not what the contract says. */
  | "unreadable"
  /** A member signed it, and it says what this version does not know. */
  | "newer";

/** An entry that may not be what it says: it has no effect at any desk, and stops nobody. */
export type SetAside = {
  readonly entry: number;
  readonly reason: "not-admin" | "key-epoch" | MemberException;
};

export type ReadPush = {
  readonly log: ClinicLog;
  readonly push: SignedPush;
  /** By the number of the entry that names it: content of `record` and `ring`. Null for a record that was dropped. */
  readonly contents: ReadonlyMap<number, Uint8Array | null>;
  readonly setAside: readonly SetAside[];
};

export const hashBytes = (bytes: Uint8Array): Sha256 => createHash("sha256").update(bytes).digest("hex");

/** The head after one push more: SHA-256 of the hash before and the push's bytes. */
export const computeNextHead = ({ number, hash }: LogHead, bytes: Uint8Array): LogHead => ({
  number: number + 1,
  hash: createHash("sha256").update(Buffer.from(hash, "hex")).update(bytes).digest("hex"),
});

/** The hash that the log had at a number as this desk read it; null before the first and beyond what it has read. */
export type HashAt = (number: number) => Sha256 | null;

const isMember = (member: LogMember | undefined): member is LogMember =>
  member !== undefined && member.removedAt === null;

/** The members as the rule knows them that the hub goes by as well. */
export const toDesks = (
  members: ReadonlyMap<RandomId, LogMember>,
  awaited: readonly RandomId[] = [],
): ReadonlyMap<RandomId, LogDesk> =>
  new Map([...members].map(([desk, member]) => [desk, deskOf(desk, member, awaited.includes(desk))]));

function deskOf(
  desk: RandomId,
  { removedAt, report, sequence: _sequence, letIn, ...member }: LogMember,
  awaited: boolean,
): LogDesk {
  const answeredBy = (report?.answer ?? null) === null ? null : removedAt;
  return { ...member, desk, awaited, removedBy: removedAt, answeredBy, letIn: letInOf(letIn) };
}

const letInOf = (letIn: LogMember["letIn"]): LogDesk["letIn"] =>
  letIn === null ? null : { ...letIn, at: Date.parse(letIn.at) };

/** Who was reported lost, and who let whom in. */
export const findRecent = (members: ReadonlyMap<RandomId, LogMember>): Lately => ({
  reports: [...members].flatMap(([desk, { report, removedAt }]) =>
    report === null || removedAt === null
      ? []
      : [{ ...report, desk, number: removedAt, at: Date.parse(report.at) }],
  ),
  letIn: new Map(
    [...members].flatMap(([desk, member]) => {
      const letIn = letInOf(member.letIn);
      return letIn === null ? [] : [[desk, letIn]];
    }),
  ),
});

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return null;
  }
}

/** What a push of any version says of itself. */
const anyPush = z.object({ kind: z.literal("push"), desk: z.string() });

/** What cannot be read: a later Front Desk wrote it when a member signed it, since nothing unsigned is believed to be one. */
function unread({ members }: ClinicLog, logged: LoggedPush, bytes: Uint8Array): LogFault {
  const said = anyPush.safeParse(jsonIn(bytes)).data;
  const member = said === undefined ? undefined : members.get(said.desk);
  const isTheirs =
    isMember(member) &&
    said?.desk === logged.desk &&
    isSignedBy(member, { bytes, signature: logged.signature });
  return isTheirs ? "newer" : "unreadable";
}

const named = (entry: Entry): entry is EntryOf<"record" | "ring"> =>
  entry.type === "record" || entry.type === "ring";

/**
 * Each content at its entry, or null when one is not what was signed. Records are dropped, rings never: a desk from which the ring of
 * a removal is kept back would go on sealing with a key that the removed one has.
 */
function contentsOf(push: SignedPush, given: LoggedPush["ciphertexts"]): ReadPush["contents"] | null {
  const contents = new Map<number, Uint8Array | null>();
  const wanted = push.entries.flatMap((entry, at) => (named(entry) ? [{ at, entry }] : []));
  if (wanted.length !== given.length) return null;
  for (const [nth, { at, entry }] of wanted.entries()) {
    const text = given[nth] ?? null;
    const bytes = text === null ? null : Buffer.from(text, "base64");
    const isSigned = bytes === null ? entry.type === "record" : hashBytes(bytes) === entry.ciphertext;
    if (!isSigned) return null;
    contents.set(at, bytes);
  }
  return contents;
}

/** The key by which a push must be signed: the first one founds the clinic and brings its own. */
function signerOf(log: ClinicLog, push: SignedPush): Pick<DeskCard, "publicKey"> | null {
  if (log.head.number > 0) {
    const member = log.members.get(push.desk);
    return isMember(member) ? member : null;
  }
  const [founder] = push.entries;
  return founder?.type === "member-added" && founder.desk === push.desk && founder.admin ? founder : null;
}

/**
 * The log one push further, or why it is not believed. `clinic`: the one this desk belongs to. The order of the checks is
 * that of what each relies on.
 */
export function readPush(
  log: ClinicLog,
  {
    logged,
    clinic,
    hashAt,
  }: { readonly logged: LoggedPush; readonly clinic: ClinicId; readonly hashAt: HashAt },
): ReadPush | LogFault {
  const bytes = Buffer.from(logged.bytes, "base64");
  const head = computeNextHead(log.head, bytes);
  if (logged.number !== head.number) return "gap";
  if (logged.hash !== head.hash) return "changed";
  const push = signedPush.safeParse(jsonIn(bytes)).data;
  if (push === undefined) return unread(log, logged, bytes);
  const isFirst = log.head.number === 0;
  const isOurs = isFirst ? push.clinic === null && hashBytes(bytes) === clinic : push.clinic === clinic;
  if (!isOurs) return "other-clinic";
  const signer = signerOf(log, push);
  if (signer === null || logged.desk !== push.desk) return "stranger";
  if (!isSignedBy(signer, { bytes, signature: logged.signature })) return "bad-signature";
  if (push.sequence !== (log.members.get(push.desk)?.sequence ?? 0) + 1) return "bad-sequence";
  if (!isSameHistory(push.read, hashAt)) return "other-history";
  const contents = contentsOf(push, logged.ciphertexts);
  if (contents === null) return "swapped";
  const { log: members, setAside } = applied({ ...log, clinic, head }, { push, at: logged.receivedAt });
  return { log: members, push, contents, setAside };
}

const isSameHistory = ({ number, hash }: LogHead, hashAt: HashAt): boolean =>
  number === 0 ? hash === emptyLog.hash : hashAt(number) === hash;

type Taken = { readonly push: SignedPush; readonly at: string };

/** What the entries about members and keys do. Others are for whoever keeps records and claims. */
function applied(log: ClinicLog, { push, at }: Taken): Pick<ReadPush, "log" | "setAside"> {
  const setAside: SetAside[] = [];
  const members = new Map(log.members);
  const desks = new Map(toDesks(members));
  const before = log.keyEpoch;
  let keyEpoch = before;
  const isFounding = log.head.number === 1;
  const written = listWrittenRecords(push.entries);
  for (const [place, entry] of push.entries.entries()) {
    const mayAdmin = (isFounding && place === 0) || members.get(push.desk)?.admin === true;
    const standing = { members, desks, written, keyEpoch, before, mayAdmin, desk: push.desk, at };
    const refused = refusalOf(entry, standing);
    if (refused !== null) setAside.push({ entry: place, reason: refused });
    else if (entry.type === "ring") ({ keyEpoch } = entry);
    else if (isOfMembers(entry))
      for (const desk of listSubjects(entry, desks)) {
        const isSheet = written.has(desk);
        const word = { by: push.desk, at, number: log.head.number, isSheet };
        const member = memberAfter(members.get(desk), entry, word);
        if (member === null) continue;
        members.set(desk, member);
        desks.set(desk, deskOf(desk, member, false));
      }
  }
  const author = members.get(push.desk);
  if (author !== undefined) members.set(push.desk, { ...author, sequence: push.sequence });
  return { log: { ...log, members, keyEpoch }, setAside };
}

type Standing = {
  readonly members: ReadonlyMap<RandomId, LogMember>;
  /** The same for the rule. */
  readonly desks: ReadonlyMap<RandomId, LogDesk>;
  /** Names of the records that this push writes. */
  readonly written: ReadonlySet<string>;
  readonly keyEpoch: number;
  /** The epoch before this push. */
  readonly before: number;
  readonly mayAdmin: boolean;
  readonly desk: RandomId;
  readonly at: string;
};

/** Why an entry about members and keys has no effect, by the table (`shared/clinic/log/who-may.ts`) alone. */
function refusalOf(entry: Entry, standing: Standing): SetAside["reason"] | null {
  const { members, desks, written, keyEpoch, mayAdmin, desk, at } = standing;
  const { by }: Rule = whoMay[entry.type];
  if (by === "admin" && !mayAdmin) return "not-admin";
  if (entry.type === "ring")
    return entry.keyEpoch === keyEpoch || isNextKey(entry.keyEpoch, standing) ? null : "key-epoch";
  if (!isOfMembers(entry)) return null;
  return findMemberException(entry, {
    desks,
    desk,
    lately: () => findRecent(members),
    at: Date.parse(at),
    // What has that name stands with the records.
    isNamed: () => false,
    isWritten: (id) => written.has(id),
  });
}

/**
 * So many keys one push makes at most: whoever was removed is overtaken in no more pushes than it made them with, and does not come to
 * the last number that there is.
 */
export const mostNewKeys = 64;

const isNextKey = (epoch: number, { keyEpoch, before }: Pick<Standing, "keyEpoch" | "before">): boolean =>
  epoch === keyEpoch + 1 && epoch <= before + mostNewKeys;

type OfMembers = EntryOf<"member-added" | "member-removed" | "guests-removed">;
const isOfMembers = (entry: Entry): entry is OfMembers =>
  entry.type === "member-added" || entry.type === "member-removed" || entry.type === "guests-removed";

type Word = {
  readonly by: RandomId;
  readonly at: string;
  readonly number: number;
  /** Of whom it adds. */
  readonly isSheet: boolean;
};

/** A member of whom the entry speaks as it is then; null: it changes nobody. */
function memberAfter(
  member: LogMember | undefined,
  entry: OfMembers,
  { by, at, number, isSheet }: Word,
): LogMember | null {
  if (entry.type === "member-added") {
    const { admin, publicKey, recipient, credential } = entry;
    const { sequence = 0, letIn = { by, at, isSheet } } = member ?? {};
    return { publicKey, recipient, admin, credential, removedAt: null, sequence, letIn, report: null };
  }
  if (member === undefined) return null;
  if (entry.type === "guests-removed") return { ...member, removedAt: number };
  const { report, removedAt } = member;
  if (removedAt === null)
    return { ...member, removedAt: number, report: entry.lost ? { by, at, answer: null } : null };
  return report === null ? null : { ...member, report: { ...report, answer: entry.lost } };
}

/** To whom a ring is sealed: every member, the sheet among them. */
export const listRingRecipients = ({ members }: ClinicLog): readonly string[] =>
  [...members.values()].filter(isMember).map(({ recipient }) => recipient);

/** What another desk's word about how far it had read says of the hub. `other-database`: it was said before a restore, or after. */
export type Witness = "same" | "further" | "other-history" | "other-database" | "not-theirs";

/**
 * Compares what a desk says it has read with what this one has. `further`: to be compared again once this desk has read as
 * far; a hub that shows two histories is found at the latest then.
 */
export function compareWitness(
  log: ClinicLog,
  {
    desk,
    generation,
    given,
    hashAt,
  }: {
    readonly desk: RandomId;
    /** Of the hub's database, as this desk knows it. */
    readonly generation: number;
    readonly given: Heartbeat;
    readonly hashAt: HashAt;
  },
): { readonly kind: Witness; readonly at: string | null } {
  const bytes = Buffer.from(given.bytes, "base64");
  const member = log.members.get(desk);
  const said = signedHeartbeat.safeParse(jsonIn(bytes)).data;
  const isTheirs =
    isMember(member) &&
    said?.desk === desk &&
    said.clinic === log.clinic &&
    isSignedBy(member, { ...given, bytes });
  if (!isTheirs) return { kind: "not-theirs", at: null };
  if (said.generation !== generation) return { kind: "other-database", at: said.at };
  if (said.read.number > log.head.number) return { kind: "further", at: said.at };
  return { kind: isSameHistory(said.read, hashAt) ? "same" : "other-history", at: said.at };
}
