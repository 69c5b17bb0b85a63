import { pruneAttempts } from "../../../shared/outbox/attempts.ts";
import { say } from "../../../messages/saying.ts";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { getKind } from "./kinds/kinds.ts";

/** Why what is unfinished here may have been sent without these records knowing. */
export const doubts = {
  restored: fail("unclear", say("failures.outbox.restored")),
  putBack: fail("unclear", say("failures.outbox.putBack")),
  otherCopy: fail("unclear", say("failures.outbox.otherCopy")),
  leftClinic: fail("unclear", say("failures.outbox.leftClinic")),
} as const;

/**
 * What an unfinished item becomes when something was sent from another copy of its database, or since the backup
 * that its database is. It counts as attempted: a booking waits for a person, the repeat of a patient or a webhook is
 * recognised by its external ID or the service's list. Null: it stays as it is. So does what another desk holds: this
 * one sends nothing of it, and an attempt made up here would make it this desk's own to decide about.
 */
export function markUncertain(item: Item, at: string, problem: Failure = doubts.restored): Item | null {
  if (item.status === "elsewhere") return null;
  const attempt = {
    startedAt: at,
    endedAt: at,
    phase: "sending",
    status: null,
    outcome: problem.why,
  } as const;
  const attempts = pruneAttempts([...item.attempts, attempt]);
  // With that attempt it is also kept from being typed or edited into another one before a person decides.
  if (getKind(item).repeat === "by-person") return { ...item, attempts, status: "needs-checking", problem };
  return item.status === "ready" || item.status === "saved-for-later" ? { ...item, attempts } : null;
}

export type MarkOptions = {
  /** Drafts and items that were not sent yet, of every account. */
  readonly unfinished: () => readonly Item[];
  readonly save: (item: Item) => void;
  readonly now: () => string;
};

/** Marks everything that is unfinished as doubtful. Answers the ids. */
export function markDoubtful(problem: Failure, { unfinished, save, now }: MarkOptions): RecordId[] {
  return unfinished()
    .map((item) => markUncertain(item, now(), problem))
    .filter((item) => item !== null)
    .map((item) => {
      save({ ...item, updatedAt: now() });
      return item.id;
    });
}

export type RestoredOptions = MarkOptions & {
  /** Attempts that this database counts, and those counted outside of it; null: not known. */
  readonly inside: number;
  readonly outside: number | null;
};

/** Marks what a restored backup makes doubtful. Answers the ids; empty when the database is not older. */
export function markRestored({ inside, outside, ...options }: RestoredOptions): RecordId[] {
  if (outside === null || outside <= inside) return [];
  return markDoubtful(doubts.restored, options);
}
