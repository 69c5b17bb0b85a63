import { newKey, ringFor } from "./acts.ts";
import { backAgain, isAdmin, isFresh, logOf, ringOf, type KeptMembership } from "./membership.ts";
import { ringRecipients } from "./clinic-log.ts";
import type { Said } from "./push.ts";

/** So many in one push, which takes no more: whoever was removed may have made any number of keys before. The rest follows. */
const mostRings = 32;

/**
 * What a log lacks that was put back to before a removal, or that lies: the removals, and a ring above every key that this desk has
 * known. Nothing is sealed until they stand there. Nothing to say: it lacks none, or this desk may not say it.
 */
export async function removalsAnew(kept: KeptMembership): Promise<readonly Said[]> {
  const back = backAgain(kept);
  const keys = [...ringOf(kept)];
  const isWhole = back.length === 0 && isFresh(kept);
  if (isWhole || keys.length === 0 || !isAdmin(kept)) return [];
  const log = logOf(kept);
  const staying = new Map([...log.members].filter(([id]) => !back.some(({ desk }) => desk === id)));
  const of = { clinic: kept.clinic, recipients: ringRecipients({ ...log, members: staying }) };
  const rings: Said[] = [];
  // One after the other: the log takes no key whose number is not the next.
  const last = Math.min(Math.max(kept.keyEpoch, kept.spent.epoch) + 1, kept.keyEpoch + mostRings);
  for (let epoch = kept.keyEpoch + 1; epoch <= last; epoch += 1) {
    while (keys.length < epoch) keys.push(newKey());
    rings.push(await ringFor([...keys], of));
  }
  return [
    ...back.map(({ desk, lost }): Said => ({ entry: { type: "member-removed", desk, lost } })),
    ...rings,
  ];
}
