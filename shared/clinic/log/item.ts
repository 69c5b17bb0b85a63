import type { ReportedOutcome } from "../../hub-api/entries.ts";

/** What became of an attempt, as far as the hub was told. It only grows: see `mergeAttemptStates`. */
export type AttemptState = "open" | ReportedOutcome;

/** One confirmed or reported try to send an item. */
export type LogAttempt = {
  readonly attempt: string;
  /** Who sent it, or was allowed to. */
  readonly desk: string;
  readonly state: AttemptState;
  /** A person's decision to book again named it. */
  readonly named: boolean;
  /** Of the item that this one is the linked draft of. */
  readonly inherited: boolean;
};

/** An item that the clinic's desks share. */
export type LogItem = {
  readonly item: string;
  readonly maker: string;
  readonly holder: string;
  readonly epoch: number;
  /** The clinic's generation when its maker first shared it. */
  readonly sharedIn: number;
  /** The generation in which a person decided, told that the history may be incomplete. */
  readonly decidedIn: number | null;
  /** Nobody has decided since it was taken over, shared as unclear, or reopened. */
  readonly mustDecide: boolean;
  readonly ended: "booked" | "discarded" | "edited" | null;
  readonly attempts: readonly LogAttempt[];
};

/** Who asks, and how far the hub's own memory reaches. */
export type Asking = {
  readonly desk: string;
  readonly generation: number;
  /** Desks that have not reported since the database was restored, for the person who decides. */
  readonly awaited: readonly string[];
};

const rank: Readonly<Record<AttemptState, number>> = {
  open: 0,
  "not-sent": 1,
  refused: 1,
  unclear: 2,
  booked: 3,
};

/** Of two reports of one attempt the one that is worse to forget, whichever came first. */
export const mergeAttemptStates = (before: AttemptState, told: AttemptState): AttemptState =>
  rank[told] > rank[before] ? told : before;

export const mayHaveArrived = ({ state }: Pick<LogAttempt, "state">): boolean =>
  state === "open" || state === "unclear" || state === "booked";

/**
 * The attempt of that name, if it may have arrived. One that came to nothing is as one of which nobody has heard: desks forget those
 * (`old-tries.ts`), each in its own time, and all have to find the same as the hub.
 */
export const findAttempt = (
  { attempts }: Pick<LogItem, "attempts">,
  attempt: string,
): LogAttempt | undefined => attempts.find((one) => one.attempt === attempt && mayHaveArrived(one));

/** Why an item may not be sent without a person's decision; null: it may, by whoever holds it and asks. */
export type Blocked = "needs-checking" | "history-incomplete";

/** The attempts that may have arrived and that no decision names. */
export const listUnnamedAttempts = ({ attempts }: LogItem): readonly string[] =>
  attempts.filter((one) => mayHaveArrived(one) && !one.named).map(({ attempt }) => attempt);

/**
 * Whether what the hub knows of the item may be less than what was: rule 8. That every desk has reported does not end it, since
 * the copy of a profile reports as the desk that it was copied from (model/README.md has the steps): a person's word does.
 */
export const mayBeIncomplete = (
  { sharedIn, decidedIn }: Pick<LogItem, "sharedIn" | "decidedIn">,
  generation: number,
): boolean => sharedIn < generation && decidedIn !== generation;

export function findBlock(item: LogItem, generation: number): Blocked | null {
  if (mayBeIncomplete(item, generation)) return "history-incomplete";
  return item.mustDecide || listUnnamedAttempts(item).length > 0 ? "needs-checking" : null;
}
