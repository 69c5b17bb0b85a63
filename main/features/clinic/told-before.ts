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
  // Also where the log is read anew.
  const earlier = before ?? parseClaims(keptShared, claim?.was ?? null);
  const { stands, answers, canceled, canceledBy } = before ?? untold;
  const isDone = itemId !== null && repositories.items.find(itemId)?.status === "done";
  // A person's decision, and nothing that this desk says by itself.
  const isDecided = isOwn && entries.some((entry) => entry.type === "book-again" && entry.item === sharedId);
  const wasDone = earlier === null ? isDone && !isOwn : earlier.wasDone && !isDecided;
  const isDoubted = item.ended === "booked" && before?.isDoubted === true;
  const unsaid = before?.ended === "booked" ? [] : (earlier?.bookedBy ?? []);
  const bookedBy = item.ended === "booked" ? bookedAfter(before, claimed) : unsaid;
  const isAnew = earlier?.isAnew === true;
  return { stands, answers, canceled, canceledBy, wasDone, bookedBy, isDoubted, isAnew };
}

/** So many desks are kept of those that said it, as many as a clinic has: those that came first, and the last. */
const mostSayers = hubLimits.members;

/** Who said that it was booked. What an earlier Front Desk heard has no name, and stands whoever says it again. */
function bookedAfter(before: KeptShared | null, { item, said, desk, at }: Claimed): KeptShared["bookedBy"] {
  const bookedBy = before?.ended === "booked" ? before.bookedBy : [];
  if (before?.ended === "booked" && bookedBy.length === 0) return bookedBy;
  const known = new Set(bookedBy.map((one) => one.desk));
  const sayers = listSayers(said, item, desk).filter((one) => !known.has(one));
  if (sayers.length === 0) return bookedBy;
  const all = [...bookedBy, ...sayers.map((sayer) => ({ desk: sayer, at }))];
  return [...all.slice(0, mostSayers - 1), ...all.slice(mostSayers - 1).slice(-1)];
}

/** What a push says was booked: items that it names, and attempts. */
export type SaidBooked = { readonly items: ReadonlySet<string>; readonly attempts: ReadonlySet<string> };

export function listSaidBooked(entries: readonly Entry[]): SaidBooked {
  const items = new Set<string>();
  const attempts = new Set<string>();
  for (const entry of entries) {
    if (entry.type === "mark-booked") items.add(entry.item);
    if (entry.type !== "outcome" || entry.outcome !== "booked") continue;
    items.add(entry.item);
    attempts.add(entry.attempt);
  }
  return { items, attempts };
}

/**
 * Who says it of that item: the desk, where it names the item. Else a booking of its own was booked whose attempt another desk had told of this
 * one as well, and that one says it.
 */
function listSayers({ items, attempts }: SaidBooked, of: SharedItem, desk: string): readonly string[] {
  if (items.has(of.item)) return [desk];
  if (attempts.size === 0) return [];
  const told = of.attempts.filter(({ attempt, inherited }) => !inherited && attempts.has(attempt));
  return [...new Set(told.map((one) => one.desk))];
}
