import { findRecent } from "./clinic-log.ts";
import { isGone } from "./gone.ts";
import type { KeptShared } from "./kept-claims.ts";
import { getClinicLog, type KeptMembership } from "./membership.ts";

/** Milliseconds: what a desk said longer before it was lost was no thief's word. */
const lately = 30 * 24 * 60 * 60 * 1_000;

/** From when on the words of desks may be a thief's, by the desks: milliseconds since 1970. */
export type LostDesks = ReadonlyMap<string, number>;

/** It is asked for with each word that is read, and the membership is another one after each. */
const known = new WeakMap<KeptMembership, LostDesks>();

/**
 * The desks that were removed as lost or stolen, and those removed ones that such a desk let in lately, itself or through others. A desk that
 * left, or was replaced, is none of them: what it said stands.
 */
export function listLostDesks(kept: KeptMembership): LostDesks {
  const lost = known.get(kept) ?? findLostDesks(kept);
  known.set(kept, lost);
  return lost;
}

/** Whoever was let in is looked at once: a thief makes a long row of desks, of which each let in the next one, and each is lost. */
function findLostDesks(kept: KeptMembership): LostDesks {
  const lost = new Map<string, number>();
  const reported = kept.gone.filter((one) => one.lost);
  if (reported.length === 0) return lost;
  const { letIn } = findRecent(getClinicLog(kept).members);
  const guests = new Map<string, string[]>();
  for (const [guest, { by }] of letIn) {
    const those = guests.get(by) ?? [];
    those.push(guest);
    guests.set(by, those);
  }
  const gone = new Set(kept.gone.map(({ desk }) => desk));
  const reports = new Map(kept.members.map(({ desk, report }) => [desk, report]));
  const seen = new Set<string>();
  for (const { desk } of reported) {
    const since = Date.parse(reports.get(desk)?.at ?? "") - lately;
    lost.set(desk, since);
    const found = (guests.get(desk) ?? []).filter((guest) => !((letIn.get(guest)?.at ?? NaN) < since));
    for (const guest of found) {
      if (seen.has(guest)) continue;
      seen.add(guest);
      if (gone.has(guest) && !lost.has(guest)) lost.set(guest, since);
      found.push(...(guests.get(guest) ?? []));
    }
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

type Held = Pick<KeptShared, "holder" | "maker">;

/**
 * Who looks what became of it that lost desks alone said was booked: whoever holds it, or else its maker, or else the desk that has been there
 * longest. Null: it is lost desks' own work.
 */
export function findChecker(
  { holder, maker }: Held,
  { members, gone }: Pick<KeptMembership, "members" | "gone">,
  lost: LostDesks,
): string | null {
  if (lost.has(holder) && lost.has(maker)) return null;
  const stay = members.filter(
    ({ desk, removedAt, letIn }) => removedAt === null && letIn?.isSheet !== true && !isGone(gone, desk),
  );
  const ids = stay.map(({ desk }) => desk);
  return [holder, maker].find((desk) => ids.includes(desk)) ?? ids[0] ?? null;
}

/** Others alone had said that it was booked, in a log that was put back: this desk has no word of its own to say in their place. */
export const isHearsay = (
  { ended, bookedBy }: Pick<KeptShared, "ended" | "bookedBy">,
  desk: string,
): boolean => ended === null && bookedBy.length > 0 && !bookedBy.some((one) => one.desk === desk);

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
