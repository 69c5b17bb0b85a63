import { fail } from "../../contract/failure.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";

const problem = fail(
  "unclear",
  "The records on this computer were restored from a backup, and something was sent since that backup was made. This may have been booked already.",
);

/**
 * What an unfinished item becomes when its database turns out to be older than what was sent from this
 * computer. It counts as attempted: a booking waits for a person, the repeat of a patient or a webhook is
 * recognised by its external ID or the service's list. Null: it stays as it is.
 */
export function suspect(item: Item, at: string): Item | null {
  const attempt = {
    startedAt: at,
    endedAt: at,
    phase: "sending",
    status: null,
    outcome: problem.message,
  } as const;
  const attempts = [...item.attempts, attempt];
  // With that attempt it is also kept from being typed or edited into another one before a person decides.
  if (item.kind === "booking") return { ...item, attempts, status: "needs-checking", problem };
  return item.status === "ready" ? { ...item, attempts } : null;
}

export type RestoredOptions = {
  /** Attempts that this database counts, and those counted outside of it; null: not known. */
  readonly inside: number;
  readonly outside: number | null;
  /** Drafts and items that were not sent yet, of every account. */
  readonly unfinished: () => readonly Item[];
  readonly save: (item: Item) => void;
  readonly now: () => string;
};

/** Marks what a restored backup makes doubtful. Answers the ids; empty when the database is not older. */
export function markRestored({ inside, outside, unfinished, save, now }: RestoredOptions): RecordId[] {
  if (outside === null || outside <= inside) return [];
  return unfinished()
    .map((item) => suspect(item, now()))
    .filter((item) => item !== null)
    .map((item) => {
      save({ ...item, updatedAt: now() });
      return item.id;
    });
}
