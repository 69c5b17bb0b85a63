import { randomBytes } from "node:crypto";
import type { EntryOf } from "../../contract/hub/entries.ts";
import { newKey, ringFor } from "./acts.ts";
import { mostNewKeys, ringRecipients } from "./clinic-log.ts";
import { renewedRing } from "./key-ring.ts";
import { backAgain, hasRing, isAdmin, isFresh, logOf, ringOf, type KeptMembership } from "./membership.ts";
import { withContent, type Said } from "./push.ts";

/** A key that nobody has: the log takes none whose number is not the next, and whoever was removed may have made any number of them. */
const passedOver = (keyEpoch: number): Said =>
  withContent((ciphertext): EntryOf<"ring"> => ({ type: "ring", keyEpoch, ciphertext }), randomBytes(32));

/**
 * What a log lacks that was put back to before a removal, or that lies: the removals, and a ring above every key that this desk has
 * known. Nothing is sealed until they stand there. Nothing to say: it lacks none, or this desk may not say it. What does not fit into
 * a push follows in the next.
 */
export async function removalsAnew(kept: KeptMembership): Promise<readonly Said[]> {
  const back = backAgain(kept);
  const isWhole = back.length === 0 && isFresh(kept);
  if (isWhole || !hasRing(kept) || !isAdmin(kept)) return [];
  const log = logOf(kept);
  const staying = new Map([...log.members].filter(([id]) => !back.some(({ desk }) => desk === id)));
  const of = { clinic: kept.clinic, recipients: ringRecipients({ ...log, members: staying }) };
  const { keyEpoch } = kept;
  const last = Math.min(Math.max(keyEpoch, kept.spent.epoch) + 1, keyEpoch + mostNewKeys);
  const ring = renewedRing(ringOf(kept), { epoch: last - 1, key: newKey() });
  return [
    ...back.map(({ desk, lost }): Said => ({ entry: { type: "member-removed", desk, lost } })),
    ...Array.from({ length: last - 1 - keyEpoch }, (_none, nth) => passedOver(keyEpoch + 1 + nth)),
    await ringFor(ring, of),
  ];
}
