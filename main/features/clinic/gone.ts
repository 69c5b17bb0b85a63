import { z } from "zod";
import { randomId } from "../../../shared/hub-api/values.ts";
import { mustWaitForSecondReport } from "../../../shared/clinic/log/losses.ts";
import { findRecent, type ClinicLog, type LogMember, type ReadPush } from "./clinic-log.ts";

/**
 * Who was ever removed from the clinic, as this desk knows it. A hub that was put back to an earlier moment, or that lies, has
 * forgotten it: then they are members of its log again, and this outlives that. It only grows.
 */
export const goneMember = z.strictObject({
  desk: randomId,
  lost: z.boolean(),
  /** Its words count up to this number of the log. */
  until: z.int().min(0),
  /** A log had it as a member again, and it was removed once more. */
  cameBack: z.boolean(),
});
export type GoneMember = z.infer<typeof goneMember>;
type Gone = readonly GoneMember[];

export const isGone = (gone: Gone, desk: string): boolean => gone.some((one) => one.desk === desk);

/** Whether somebody who was removed says it, later than its words count. */
export const hasNoSay = (gone: Gone, { desk, number }: { desk: string; number: number }): boolean =>
  gone.some((one) => one.desk === desk && number > one.until);

/** From this number on the log is another than the one in which they were removed: what they say in it they say afterwards. */
export const resetRemovalsFrom = (gone: Gone, number: number): GoneMember[] =>
  gone.map((one) => ({ ...one, until: Math.min(one.until, number - 1) }));

/** A report that waits for an answer is not this desk's to say: by its word it would be another one's, and perhaps the first of a day. */
function isWaiting({ members }: ClinicLog, desk: string): boolean {
  const lately = findRecent(members);
  const report = lately.reports.find((one) => one.desk === desk);
  return report !== undefined && mustWaitForSecondReport(report, lately);
}

/** Who went by the push of that number, as the log has it: what goes by a rule goes by what stood before it. */
export const findRemovedAt = (
  { members }: Pick<ClinicLog, "members">,
  number: number,
): readonly [string, LogMember][] => [...members].filter(([, { removedAt }]) => removedAt === number);

type Read = {
  readonly before: ClinicLog;
  readonly read: ReadPush;
  /** Whether this desk had read this push before the log was read anew. */
  readonly isKnown: boolean;
};

/** Who is gone after a push; and of them, who had come back. Whoever one of them lets in goes with it. */
export function computeGoneAfter(
  gone: Gone,
  { before, read: { push, setAside, log }, isKnown }: Read,
): { readonly gone: GoneMember[]; readonly cameBack: readonly string[] } {
  const { number } = log.head;
  const isTold = !hasNoSay(gone, { desk: push.desk, number });
  const aside = new Set(setAside.map(({ entry }) => entry));
  const all = new Map(gone.map((one) => [one.desk, one]));
  const cameBack: string[] = [];
  const taken = push.entries.filter((_entry, place) => !aside.has(place));
  for (const entry of isTold ? [] : taken)
    if (entry.type === "member-added" && !before.members.has(entry.desk) && !all.has(entry.desk))
      all.set(entry.desk, { desk: entry.desk, lost: false, until: number, cameBack: false });
  const knownAs = (desk: string): GoneMember =>
    all.get(desk) ?? { desk, lost: false, until: number, cameBack: false };
  for (const [desk, { report }] of isTold ? findRemovedAt(log, number) : []) {
    const known = knownAs(desk);
    const isBack = all.has(desk) && !isKnown;
    if (isBack) cameBack.push(desk);
    const lost = known.lost || (report !== null && !isWaiting(log, desk));
    all.set(desk, { ...known, lost, cameBack: known.cameBack || isBack });
  }
  // Said of one that is removed, it answers whether that one was lost.
  for (const entry of isTold ? taken : [])
    if (entry.type === "member-removed" && (before.members.get(entry.desk)?.removedAt ?? null) !== null)
      all.set(entry.desk, { ...knownAs(entry.desk), lost: entry.lost });
  return { gone: [...all.values()], cameBack };
}
