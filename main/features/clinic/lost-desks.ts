import { listLetInBy } from "../../../shared/clinic/log/let-in.ts";
import { findRecent } from "./clinic-log.ts";
import { isGone } from "./gone.ts";
import type { KeptShared } from "./kept-claims.ts";
import { getClinicLog, type KeptMembership } from "./membership.ts";

/** Milliseconds: what a desk said longer before it was lost was no thief's word. */
const lately = 30 * 24 * 60 * 60 * 1_000;

/** From when on the words of desks may be a thief's, by the desks: milliseconds since 1970. */
export type LostDesks = ReadonlyMap<string, number>;

/**
 * The desks that were removed as lost or stolen, and those removed ones that such a desk let in lately, itself or through others. A desk that
 * left, or was replaced, is none of them: what it said stands.
 */
export function listLostDesks(kept: KeptMembership): LostDesks {
  const lost = new Map<string, number>();
  const reported = kept.gone.filter((one) => one.lost);
  if (reported.length === 0) return lost;
  const { letIn } = findRecent(getClinicLog(kept).members);
  for (const { desk } of reported) {
    const report = kept.members.find((one) => one.desk === desk)?.report;
    const since = Date.parse(report?.at ?? "") - lately;
    lost.set(desk, since);
    for (const guest of listLetInBy(desk, { since, letIn }))
      if (isGone(kept.gone, guest) && !lost.has(guest)) lost.set(guest, since);
  }
  return lost;
}

/** The same of one desk. */
export const isLost = (kept: KeptMembership, desk: string): boolean =>
  isGone(kept.gone, desk) && listLostDesks(kept).has(desk);

/** Who is lost now and was not before. */
export function listNewlyLost(before: KeptMembership, now: KeptMembership): readonly string[] {
  const known = listLostDesks(before);
  return [...listLostDesks(now).keys()].filter((desk) => !known.has(desk));
}

type Sharing = Pick<KeptShared, "ended" | "wasDone" | "bookedBy" | "answers">;

/**
 * Whether lost desks alone said that it was booked: nobody else has said so, nor has the service's answer. Where nobody knows who said it,
 * or when, as of what an earlier Front Desk heard, it stands.
 */
export const isSaidByLost = ({ ended, wasDone, bookedBy, answers }: Sharing, lost: LostDesks): boolean =>
  ended === "booked" &&
  !wasDone &&
  bookedBy.length > 0 &&
  bookedBy.every(({ desk, at }) => lost.has(desk) && !(Date.parse(at) < (lost.get(desk) ?? NaN))) &&
  answers.every(({ desk }) => lost.has(desk));
