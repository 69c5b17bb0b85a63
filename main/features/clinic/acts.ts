import { randomBytes } from "node:crypto";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import type { Repositories } from "../../db/types.ts";
import { computeOwnMark } from "./account-mark.ts";
import { listRemoved } from "../../../shared/clinic/log/members.ts";
import { toDesks, hashBytes, listRingRecipients, type ClinicLog } from "./clinic-log.ts";
import type { DeskCard } from "./desk-keys.ts";
import { getCurrentEpoch, getRingKey, renewRing, sealRing, type KeyRing } from "./key-ring.ts";
import { hasKey, getClinicLog, readRing, type KeptMembership } from "./membership.ts";
import type { Said } from "./push.ts";
import { recordKeyLength, sealRecord } from "./sealed-records.ts";
import { writeContent, type SharedContent } from "./shared-content.ts";

/** What an admin's desk says of members and keys. Pure, but for the sealing of rings. */

export type NewMember = DeskCard & { readonly desk: string; readonly credential: string };

export const createMemberAdded = (member: NewMember): Said => {
  const { desk, publicKey, recipient, credential } = member;
  return { entry: { type: "member-added", desk, admin: true, publicKey, recipient, credential } };
};

export const createRemovals = (removed: readonly Removed[]): readonly Said[] =>
  removed.map((one) => ({ entry: { type: "member-removed", ...one } }));

/** Those of them who are members still: whoever has the keys of one may have it leave by its own word. */
const there = ({ members }: KeptMembership, removed: readonly Removed[]): readonly Removed[] =>
  removed.filter(({ desk }) => members.some((one) => one.desk === desk && one.removedAt === null));

/** That they go, and whoever they let in and does not stay: also those of whom this desk has not read. */
export const createRemovalByRule = (
  kept: KeptMembership,
  { removed, stay }: { readonly removed: readonly Removed[]; readonly stay: readonly string[] },
): readonly Said[] => [
  ...createRemovals(there(kept, removed)),
  { entry: { type: "guests-removed", stay: [...stay] } },
];

/** The same by name, of those of whom this desk has read. */
export function listRemovedByName(
  kept: KeptMembership,
  { removed, stay }: Pick<Change, "removed" | "stay">,
): readonly Removed[] | undefined {
  if (removed === undefined || stay === undefined) return removed;
  const entries = createRemovalByRule(kept, { removed, stay }).map(({ entry }) => entry);
  return listRemoved(entries, () => toDesks(getClinicLog(kept).members)).map(({ desk, lost }) => ({
    desk,
    lost,
  }));
}

export const createClinicKey = (): Uint8Array => randomBytes(recordKeyLength);
export const createCredential = (): { readonly secret: string; readonly digest: string } => {
  const bytes = randomBytes(32);
  return { secret: bytes.toString("base64url"), digest: hashBytes(bytes) };
};

/** The ring as it is sealed for whoever is a member afterwards. */
export async function sealRingFor(
  ring: KeyRing,
  { clinic, recipients }: { readonly clinic: string; readonly recipients: readonly string[] },
): Promise<Said> {
  const content = await sealRing(ring, { clinic, recipients });
  const entry: EntryOf<"ring"> = {
    type: "ring",
    keyEpoch: getCurrentEpoch(ring),
    ciphertext: hashBytes(content),
  };
  return { entry, content };
}

export type Removed = { readonly desk: string; readonly lost: boolean };

export type Change = {
  readonly added?: NewMember;
  readonly removed?: readonly Removed[];
  /** With those who are removed goes whoever they let in, but for these. */
  readonly stay?: readonly string[];
  /** Nobody comes or goes, and the key is a new one. */
  readonly renews?: true;
};

/** Members after a change, with the ring that they may open: a new key where somebody goes, or where this desk lacks the present one. */
export async function buildMembersChange(
  kept: KeptMembership,
  { added, renews, ...change }: Change,
): Promise<readonly Said[]> {
  const removed = listRemovedByName(kept, change);
  const log: ClinicLog = getClinicLog(kept);
  // By their ids: whoever adds a member can give it the recipient of another, who would go without the ring with it.
  const gone = new Set(removed?.map(({ desk }) => desk));
  const members = new Map([...log.members].filter(([id]) => !gone.has(id)));
  const stay = listRingRecipients({ ...log, members });
  const recipients = added === undefined ? stay : [...stay, added.recipient];
  const isKept = removed === undefined && renews === undefined && hasKey(kept);
  const ring = isKept
    ? readRing(kept)
    : renewRing(readRing(kept), { epoch: kept.keyEpoch, key: createClinicKey() });
  return [
    // Who goes makes room.
    ...(removed === undefined ? [] : createRemovals(removed)),
    ...(added === undefined ? [] : [createMemberAdded(added)]),
    await sealRingFor(ring, { clinic: kept.clinic, recipients }),
  ];
}

/** A desk's name, or what says that a member is the sheet: a record of the member's own name. */
export function createMemberRecord(
  { clinic, ring }: { readonly clinic: string; readonly ring: KeyRing },
  {
    member,
    version,
    content,
  }: { readonly member: string; readonly version: number; readonly content: SharedContent },
): Said | null {
  const epoch = getCurrentEpoch(ring);
  const key = getRingKey(ring, epoch);
  if (key === null) return null;
  const place = { clinic, id: member, version, epoch };
  const sealed = sealRecord(writeContent(content), { place, key, nonce: randomBytes(24) });
  return {
    entry: { type: "record", record: member, version, keyEpoch: epoch, ciphertext: hashBytes(sealed) },
    content: sealed,
  };
}

/** This desk's name, as the next version of its record. */
export const nameWords =
  (
    line: { readonly kept: () => KeptMembership },
    { account, name }: { readonly account: string; readonly name: string },
  ) =>
  (repositories: Repositories): readonly Said[] | null => {
    const { clinic } = repositories;
    const kept = line.kept();
    if (!hasKey(kept)) return null;
    const version = (clinic.records.get(account, kept.desk)?.version ?? 0) + 1;
    const of = { clinic: kept.clinic, ring: readRing(kept) };
    const content = {
      kind: "desk",
      name,
      account: computeOwnMark(repositories, account, kept) ?? undefined,
    } as const;
    const said = createMemberRecord(of, { member: kept.desk, version, content });
    return said === null ? null : [said];
  };
