import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { deskName } from "../../../shared/clinic/clinic.ts";
import {
  emptyLog,
  generation,
  logHead,
  publicKey,
  randomId,
  recipient,
  sha256,
} from "../../../shared/hub-api/values.ts";
import type { ClinicLog, LogMember } from "./clinic-log.ts";
import { keptDeskKeys } from "./desk-keys.ts";
import { goneMember, type GoneMember } from "./gone.ts";
import { getCurrentEpoch, dropSupersededKeys, type KeyRing } from "./key-ring.ts";
import {
  emptyBook,
  noneSaid,
  noticeBook,
  saidNotices,
  type NoticeBook,
} from "../../../shared/notices/book.ts";

/** Why this desk synchronizes no more, until a person has looked. */
export const stopReasons = [
  "removed", // an admin removed this desk
  "reported", // an admin said that it was lost or stolen, and another desk has to say so too
  "copy", // another computer speaks as this desk: a copy of its profile, or one that was put back from a backup
  "other-history", // the hub tells another history than it told before, and it is no earlier one
  "faulty-log", // the log does not hold together: what the hub gives is not what desks signed
  "newer", // another desk says what this version does not know
  "no-keys", // the keychain does not hold this desk's keys
  "other-account", // this desk is signed in to another account of the service than the clinic
  "refused", // the hub refuses this desk, and proves no admin's word for it
] as const;
export type StopReason = (typeof stopReasons)[number];

const keptMember = z.strictObject({
  desk: randomId,
  admin: z.boolean(),
  publicKey,
  recipient,
  credential: sha256,
  removedAt: z.int().nullable(),
  sequence: z.int(),
  letIn: z
    .strictObject({ by: randomId, at: z.string(), isSheet: z.boolean().optional() })
    .nullable()
    .default(null),
  report: z
    .strictObject({ by: randomId, at: z.string(), answer: z.boolean().nullable() })
    .nullable()
    .default(null),
});

/** Keys as base64, by their epochs. A Front Desk before this one kept them in a row, and an empty one for each that it had not. */
const keptKeys = z
  .union([z.record(z.string().regex(/^\d+$/), z.base64()), z.array(z.base64())])
  .transform((keys): Readonly<Record<string, string>> =>
    Array.isArray(keys)
      ? Object.fromEntries(keys.flatMap((key, at) => (key === "" ? [] : [[at + 1, key] as const])))
      : keys,
  );

/** Keys that were in use in a log that is read anew. */
const spentKeys = z.strictObject({ epoch: z.int().min(0), ring: keptKeys });
const noneSpent: z.infer<typeof spentKeys> = { epoch: 0, ring: {} };

const keptText = z.strictObject({
  v: z.literal(1),
  /** The hub's address. */
  hub: z.string(),
  clinic: sha256,
  desk: randomId,
  name: deskName,
  generation,
  /** The last of its own pushes that the hub has. */
  sequence: z.int().min(0),
  head: logHead,
  /**
   * How far the desk that invited this one had read, until this one has read as far: a newcomer knows of no removal, and a hub would show it a
   * log that ends before one. Null: it was read, or nobody said.
   */
  invitedAt: logHead.nullable().default(null),
  keyEpoch: z.int().min(0),
  members: z.array(keptMember),
  /** What desks call themselves, by their ids. */
  names: z.record(z.string(), z.string()),
  /** The marks of the accounts that desks are signed in to, by their ids, and that of the clinic; null until it is known. */
  accounts: z.record(z.string(), sha256).default({}),
  account: sha256.nullable().default(null),
  /** The clinic's keys. */
  ring: keptKeys,
  /** Nothing is sealed up to this epoch, unless the log has this very ring: who was removed may have what stands there. */
  spent: spentKeys.default(noneSpent),
  /** Every member that was ever removed. A Front Desk before this one kept those of the log alone. */
  gone: z.array(goneMember).optional(),
  /** The member that is the recovery sheet, the one that was made last. */
  sheet: randomId.nullable(),
  /** Those before it that still open the clinic: nobody has said that a later one is printed. */
  earlierSheets: z.array(randomId).default([]),
  /** Those that were made to be printed: their secret was shown once, and may be lost. */
  unprinted: z.array(randomId).default([]),
  /** Those of which somebody has said that they are printed. */
  printed: z.array(randomId).default([]),
  /** Desks that have not reported since the hub's database was restored. */
  awaited: z.array(randomId),
  /** The generation in which this desk reported last. */
  reported: generation,
  /** What the clinic has set up of notices, and what the log has of that. */
  // A book that is none costs notices, and not the clinic.
  book: noticeBook.nullable().default(null).catch(null),
  /** Those addresses in it that were made here. A Front Desk before this one knew them by the name in the book. */
  madeAddresses: z.array(randomId).optional(),
  notices: saidNotices.default(noneSaid),
  stopped: z.enum(stopReasons).nullable(),
  /** Who said that this desk was lost, where another one has to say so too. */
  reportedBy: randomId.nullable().default(null),
});

const removedIn = (members: readonly z.infer<typeof keptMember>[]): GoneMember[] =>
  members.flatMap(({ desk, removedAt }) =>
    removedAt === null ? [] : [{ desk, lost: false, until: removedAt, cameBack: false }],
  );

const madeBy = (self: string, book: NoticeBook | null): string[] =>
  (book ?? emptyBook).addresses.flatMap(({ id, desk }) => (desk === self ? [id] : []));

/** Where a desk stands in its clinic, as the records keep it: secrets are in the keychain, but for the keys of records. */
export const keptMembership = keptText.transform((kept) => ({
  ...kept,
  members: kept.members.map(({ letIn, ...member }) => {
    // A Front Desk before this one knew the sheets by what they are called alone.
    const isSheet = letIn?.isSheet ?? listSheets(kept).includes(member.desk);
    return { ...member, letIn: letIn === null ? null : { ...letIn, isSheet } };
  }),
  gone: kept.gone ?? removedIn(kept.members),
  madeAddresses: kept.madeAddresses ?? madeBy(kept.desk, kept.book),
}));
export type KeptMembership = z.infer<typeof keptMembership>;

/** What the keychain keeps of a desk. */
export const keptSecrets = keptDeskKeys.extend({
  clinic: sha256,
  desk: randomId,
  /** 32 random bytes as base64url. */
  credential: z.string().length(43),
});
export type KeptSecrets = z.infer<typeof keptSecrets>;

/** A desk that has not read anything yet. */
export const createMembership = (
  of: Pick<KeptMembership, "hub" | "clinic" | "desk" | "name">,
): KeptMembership => ({
  v: 1,
  ...of,
  generation: 0,
  sequence: 0,
  head: { number: 0, hash: "0".repeat(64) },
  invitedAt: null,
  keyEpoch: 0,
  members: [],
  names: { [of.desk]: of.name },
  accounts: {},
  account: null,
  ring: {},
  spent: noneSpent,
  gone: [],
  sheet: null,
  earlierSheets: [],
  unprinted: [],
  printed: [],
  awaited: [],
  reported: 0,
  book: null,
  madeAddresses: [],
  notices: noneSaid,
  stopped: null,
  reportedBy: null,
});

/** Null for what is none, as after an edit by hand. */
export function readMembership(json: string | null): KeptMembership | null {
  if (json === null) return null;
  try {
    return keptMembership.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

export const getClinicLog = ({ clinic, head, members, keyEpoch }: KeptMembership): ClinicLog => ({
  clinic: head.number === 0 ? null : clinic,
  head,
  keyEpoch,
  members: new Map(members.map(({ desk, ...member }): [string, LogMember] => [desk, member])),
});

export const setLog = (kept: KeptMembership, { head, members, keyEpoch }: ClinicLog): KeptMembership => ({
  ...kept,
  head,
  invitedAt: isDeepStrictEqual(head, kept.invitedAt) ? null : kept.invitedAt,
  keyEpoch,
  members: [...members].map(([desk, member]) => ({ desk, ...member })),
});

/** Every member that is a recovery sheet, the first first. */
export const listSheets = ({
  sheet,
  earlierSheets,
}: Pick<z.infer<typeof keptText>, "sheet" | "earlierSheets">): readonly string[] =>
  sheet === null ? [] : [...earlierSheets, sheet];

const isUnprinted =
  ({ unprinted, printed }: KeptMembership) =>
  (sheet: string): boolean =>
    unprinted.includes(sheet) && !printed.includes(sheet);

/** Whether there is a sheet on paper, as far as this desk knows. */
export const hasSheet = (kept: KeptMembership): boolean =>
  listSheets(kept).some((sheet) => !isUnprinted(kept)(sheet));

/** Whether one was made and nobody has said yet that it is printed. */
export const hasUnprintedSheet = (kept: KeptMembership): boolean => listSheets(kept).some(isUnprinted(kept));

export const withUnprinted = (kept: KeptMembership, sheet: string): KeptMembership => ({
  ...kept,
  unprinted: [...new Set([...kept.unprinted, sheet])],
});

export const withPrinted = (kept: KeptMembership, sheet: string): KeptMembership => ({
  ...kept,
  printed: [...new Set([...kept.printed, sheet])],
});

/** The clinic's account is that of its first desk: the first that is left, where it was not known earlier. */
export function setAccount(kept: KeptMembership, told: Readonly<Record<string, string>>): KeptMembership {
  const accounts = { ...kept.accounts, ...told };
  const first = kept.members.find(
    ({ desk, removedAt }) => removedAt === null && !listSheets(kept).includes(desk),
  );
  return { ...kept, accounts, account: kept.account ?? accounts[first?.desk ?? ""] ?? null };
}

/** The sheets that are still members, with one that was made now. */
export function setSheets(kept: KeptMembership, made: readonly string[]): KeptMembership {
  const isHere = (sheet: string): boolean =>
    kept.members.some(({ desk, removedAt }) => desk === sheet && removedAt === null);
  const all = [...new Set([...listSheets(kept), ...made])].filter(isHere);
  return { ...kept, sheet: all.at(-1) ?? null, earlierSheets: all.slice(0, -1) };
}

export const readRing = ({ ring }: Pick<KeptMembership, "ring">): KeyRing =>
  new Map(Object.entries(ring).map(([epoch, key]) => [Number(epoch), Buffer.from(key, "base64")]));

/** Whether somebody has given it a key. */
export const hasRing = ({ ring }: KeptMembership): boolean => Object.keys(ring).length > 0;

/** Who was removed and is a member again: the log is one of before that, or a lie. */
export const listReturned = ({ members, gone, desk: self }: KeptMembership): readonly GoneMember[] =>
  gone.filter(
    ({ desk }) => desk !== self && members.some((one) => one.desk === desk && one.removedAt === null),
  );

/** Whether the keys in use are later than all that were spent, or were never taken back. */
export const isFresh = ({ ring, keyEpoch, spent }: KeptMembership): boolean =>
  keyEpoch > spent.epoch || (keyEpoch === spent.epoch && isDeepStrictEqual(ring, spent.ring));

/** Whether its ring is the one that is in use. With an earlier one nothing is sealed: a desk that was removed has it too. */
export const hasKey = (kept: KeptMembership): boolean =>
  hasRing(kept) &&
  getCurrentEpoch(readRing(kept)) === kept.keyEpoch &&
  isFresh(kept) &&
  listReturned(kept).length === 0;

/** Whether the log may still be the one that the desk that invited this one had read. `isWhole`: the hub has no more. */
export const isAsInvited = ({ head, invitedAt }: KeptMembership, isWhole: boolean): boolean =>
  invitedAt === null || (head.number < invitedAt.number ? !isWhole : isDeepStrictEqual(head, invitedAt));

/** What of it outlives a log that is read anew. */
export function resetForRereading(kept: KeptMembership): KeptMembership {
  const epoch = Math.max(kept.keyEpoch, getCurrentEpoch(readRing(kept)));
  return {
    ...kept,
    head: emptyLog,
    members: [],
    keyEpoch: 0,
    ring: {},
    spent: epoch > kept.spent.epoch ? { epoch, ring: hasKey(kept) ? kept.ring : {} } : kept.spent,
    sheet: null,
    earlierSheets: [],
    notices: noneSaid,
  };
}

/** Somebody goes who has the key in use. */
export const addSpent = ({ spent }: KeptMembership, epoch: number): KeptMembership["spent"] =>
  epoch < spent.epoch ? spent : { epoch, ring: {} };

export const serializeRing = (ring: KeyRing): KeptMembership["ring"] =>
  Object.fromEntries(
    [...dropSupersededKeys(ring)].map(([epoch, key]) => [epoch, Buffer.from(key).toString("base64")]),
  );

export const isAdmin = ({ members, desk }: KeptMembership): boolean =>
  members.some((member) => member.desk === desk && member.admin && member.removedAt === null);
