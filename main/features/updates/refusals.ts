import type { Saying } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";

/** Why an update was not taken although it could be read: it is not what the makers of this copy signed. */
export const refusedFor = [
  "notSigned",
  "otherSigner",
  "wrongHash",
  "otherPublisher",
  "changedSince",
] as const;
export type RefusedFor = (typeof refusedFor)[number];

/** `at`: RFC 3339 instant. */
export type UpdateRefusal = { readonly reason: RefusedFor; readonly at: string };
/** Hears of each; answers how to stop. What came while nobody heard is told at once. */
export type HearRefusals = (hear: (refusal: UpdateRefusal) => void) => () => void;

export type Refusals = {
  readonly note: (why: Saying) => void;
  /** An update was taken: the same refusal is news again. */
  readonly taken: () => void;
  readonly listen: HearRefusals;
};

const reasonIn = ({ id }: Saying): RefusedFor | undefined =>
  refusedFor.find((reason) => id === `failures.updates.${reason}`);

/**
 * What the activity log is told of updates. The program looks every few hours and a locked desk has no log: the same
 * refusal again and again is one, and each kind waits until somebody hears.
 */
export function createRefusals({ now }: Pick<Clock, "now">): Refusals {
  let last: RefusedFor | null = null;
  let told: ((refusal: UpdateRefusal) => void) | null = null;
  const waiting = new Map<RefusedFor, UpdateRefusal>();
  return {
    note: (why) => {
      const reason = reasonIn(why);
      if (reason === undefined || reason === last) return;
      last = reason;
      const refusal = { reason, at: now().toISOString() };
      if (told === null) waiting.set(reason, refusal);
      else told(refusal);
    },
    taken: () => {
      last = null;
    },
    listen: (hear) => {
      told = hear;
      for (const refusal of waiting.values()) hear(refusal);
      waiting.clear();
      return () => {
        if (told === hear) told = null;
      };
    },
  };
}
