import { randomBytes } from "node:crypto";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { createClinicKey, createRemovalByRule, sealRingFor } from "./acts.ts";
import { mostNewKeys, listRingRecipients } from "./clinic-log.ts";
import { isGone, type GoneMember } from "./gone.ts";
import { renewRing } from "./key-ring.ts";
import {
  listReturned,
  hasRing,
  isAdmin,
  isFresh,
  getClinicLog,
  readRing,
  type KeptMembership,
} from "./membership.ts";
import { withContent, type Said } from "./push.ts";

/** A key that nobody has: the log takes none whose number is not the next, and whoever was removed may have made any number of them. */
const passedOver = (keyEpoch: number): Said =>
  withContent((ciphertext): EntryOf<"ring"> => ({ type: "ring", keyEpoch, ciphertext }), randomBytes(32));

/**
 * What a log lacks that was put back to before a removal, or that lies: the removals, and a ring above every key that this desk has
 * known. Nothing is sealed until they stand there. Nothing to say: it lacks none, or this desk may not say it. What does not fit into
 * a push follows in the next. `isOutrun`: somebody lets in one desk after the other, for whom no ring is sealed in time: they go without
 * one first.
 */
export async function repeatRemovals(kept: KeptMembership, isOutrun: boolean): Promise<readonly Said[]> {
  const back = listReturned(kept);
  const isWhole = back.length === 0 && isFresh(kept);
  if (isWhole || !hasRing(kept) || !isAdmin(kept)) return [];
  if (isOutrun && back.length > 0) return withoutRing(kept, back);
  const log = getClinicLog(kept);
  const staying = new Map([...log.members].filter(([id]) => !back.some(({ desk }) => desk === id)));
  const of = { clinic: kept.clinic, recipients: listRingRecipients({ ...log, members: staying }) };
  const { keyEpoch } = kept;
  const last = Math.min(Math.max(keyEpoch, kept.spent.epoch) + 1, keyEpoch + mostNewKeys);
  const ring = renewRing(readRing(kept), { epoch: last - 1, key: createClinicKey() });
  return [
    ...back.map(({ desk, lost }): Said => ({ entry: { type: "member-removed", desk, lost } })),
    ...Array.from({ length: last - 1 - keyEpoch }, (_none, nth) => passedOver(keyEpoch + 1 + nth)),
    await sealRingFor(ring, of),
  ];
}

/** Those who came back go, and whoever they let in, also meanwhile. Who was let in by one of them needs no name. */
function withoutRing(kept: KeptMembership, back: readonly GoneMember[]): readonly Said[] {
  const { members, gone } = kept;
  const isGuest = (desk: string): boolean =>
    members.some((one) => one.desk === desk && one.letIn !== null && isGone(gone, one.letIn.by));
  const removed = back.filter(({ desk }) => !isGuest(desk)).map(({ desk, lost }) => ({ desk, lost }));
  const stay = members.flatMap(({ desk, removedAt }) =>
    removedAt === null && !isGone(gone, desk) ? [desk] : [],
  );
  return createRemovalByRule(kept, { removed, stay });
}
