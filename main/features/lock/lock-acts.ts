import { z } from "zod";
import { actGroups } from "../../../shared/activity-log/audit.ts";

/** What was done to the lock, or with it; `why`: by what. A start belongs to them where the desk was locked from it on. */
export const lockAct = z.enum([...actGroups.lock, "started"]);
export type LockAct = { readonly act: z.infer<typeof lockAct>; readonly why?: string | undefined };

/** The same act once or several times in a row: the records are closed, and it is kept until they are open again. */
export const keptAct = z.strictObject({
  act: lockAct,
  why: z.string().max(20).optional(),
  /** RFC 3339 instants of the first and the last. */
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  count: z.int().min(1).max(1_000_000),
});
export type KeptAct = z.infer<typeof keptAct>;

/** Beyond that the same acts are counted together, whatever came in between: an entry of a keychain is small. */
const mostInOrder = 12;
/** Every act there is may still begin one. */
export const mostActs = mostInOrder + 2 * lockAct.options.length;

const isSame = (kept: KeptAct, { act, why }: LockAct): boolean => kept.act === act && kept.why === why;

/** One more act at that instant. None is forgotten: the same again is counted, with its time as the last. */
export function withAct(acts: readonly KeptAct[], done: LockAct, at: string): KeptAct[] {
  const place =
    acts.length < mostInOrder
      ? acts.findLastIndex((kept, index) => index === acts.length - 1 && isSame(kept, done))
      : acts.findLastIndex((kept) => isSame(kept, done));
  const before = acts[place];
  if (before === undefined) return [...acts, { ...done, at, until: at, count: 1 }];
  return acts.with(place, { ...before, until: at, count: before.count + 1 });
}
