import type { Entry } from "../../../shared/hub-api/entries.ts";
import { hubLimits } from "../../../shared/hub-api/limits.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { LogItem as SharedItem } from "../../../shared/clinic/log/item.ts";
import { keptShared, parseClaims, type KeptShared } from "./kept-claims.ts";
import type { Reading } from "./reading.ts";

type Told = Pick<
  KeptShared,
  "stands" | "answers" | "canceled" | "canceledBy" | "wasDone" | "bookedBy" | "isDoubted" | "isAnew"
>;

const untold: Pick<Told, "stands" | "answers" | "canceled" | "canceledBy"> = {
  stands: null,
  answers: [],
  canceled: [],
  canceledBy: [],
};

type Claimed = {
  readonly sharedId: string;
  readonly item: SharedItem;
  /** Whose push it is, and when the hub received it. */
  readonly desk: string;
  readonly at: string;
  /** Of the item, where this desk knows it. */
  readonly itemId: RecordId | null;
  /** This desk says it. */
  readonly isOwn: boolean;
  readonly entries: readonly Entry[];
  readonly said: SaidBooked;
};

/** What of a claim stands in no entry of the log. */
export function readToldBefore({ repositories, account }: Reading, claimed: Claimed): Told {
  const { sharedId, item, itemId, isOwn, entries } = claimed;
  const claim = repositories.clinic.claims.get(account, sharedId);
  const before = parseClaims(keptShared, claim?.shared ?? null);
  const { stands, answers, canceled, canceledBy } = before ?? untold;
  const isDone = itemId !== null && repositories.items.find(itemId)?.status === "done";
  // A person's decision, and nothing that this desk says by itself.
  const isDecided = isOwn && entries.some((entry) => entry.type === "book-again" && entry.item === sharedId);
  const wasDone = before === null ? isDone && !isOwn : before.wasDone && !isDecided;
  const isDoubted = item.ended === "booked" && before?.isDoubted === true;
  const bookedBy = item.ended === "booked" ? bookedAfter(before, claimed) : [];
  // Also where the log is read anew.
  const isAnew = (before ?? parseClaims(keptShared, claim?.was ?? null))?.isAnew === true;
  return { stands, answers, canceled, canceledBy, wasDone, bookedBy, isDoubted, isAnew };
}

/** So many desks are kept of those that said it, those that came first: as many as a clinic has. */
const mostSayers = hubLimits.members;

/** Who said that it was booked. What an earlier Front Desk heard has no name, and stands whoever says it again. */
function bookedAfter(before: KeptShared | null, { item, said, desk, at }: Claimed): KeptShared["bookedBy"] {
  const bookedBy = before?.bookedBy ?? [];
  if (before?.ended === "booked" && bookedBy.length === 0) return bookedBy;
  if (bookedBy.length >= mostSayers || bookedBy.some((one) => one.desk === desk)) return bookedBy;
  return isSaidBooked(said, item) ? [...bookedBy, { desk, at }] : bookedBy;
}

/** What a push says was booked: items, and attempts. */
export type SaidBooked = { readonly items: ReadonlySet<string>; readonly attempts: ReadonlySet<string> };

export function listSaidBooked(entries: readonly Entry[]): SaidBooked {
  const items = new Set<string>();
  const attempts = new Set<string>();
  for (const entry of entries) {
    if (entry.type === "mark-booked") items.add(entry.item);
    if (entry.type === "outcome" && entry.outcome === "booked") attempts.add(entry.attempt);
  }
  return { items, attempts };
}

/** Of an attempt that its linked draft has as well, it is said of the item that was sent. */
function isSaidBooked({ items, attempts }: SaidBooked, { item, attempts: known }: SharedItem): boolean {
  if (items.has(item)) return true;
  if (attempts.size === 0) return false;
  return known.some(({ attempt, inherited }) => !inherited && attempts.has(attempt));
}
