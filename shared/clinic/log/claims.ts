import type { Entry, EntryOf } from "../../hub-api/entries.ts";
import { getFirstEpoch, getNextEpoch, isLastEpoch } from "./claim-epoch.ts";
import {
  type Asking,
  type LogAttempt,
  findAttempt,
  type LogItem,
  mayBeIncomplete,
  mayHaveArrived,
  listUnnamedAttempts,
} from "./item.ts";
import { mostNamed, mostOfADesk, dropEarliest } from "./outcomes.ts";
import { getClaim, type RuleRefusal, refuse, type Ruled, accept } from "./refusal.ts";
import { type Rule, whoMay } from "./who-may.ts";

/**
 * Who may send an item that several desks could send. Pure; docs/clinic-protocol.md#who-may-send says the rules by their numbers. No
 * clock is read here: a claim ends by its holder's or a person's act alone.
 */

const changed = (item: LogItem): RuleRefusal => ({ code: "claim-changed", claim: getClaim(item) });

type OfItem = Extract<Entry, { readonly epoch: number }>;

/** The item stands as the table (`who-may.ts`) wants it for such an entry, and its word is whose it has to be. */
function held(item: LogItem, { type, epoch }: OfItem, { desk }: Asking): RuleRefusal | null {
  const { by, about }: Rule = whoMay[type];
  const isTheirs = by !== "holder" || item.holder === desk;
  const ended = about === "booked" ? "booked" : null;
  return isTheirs && item.epoch === epoch && item.ended === ended ? null : changed(item);
}

/** Attempts that this process says have certainly not left it: its own open ones are so. Others are left as they are. */
function withoutNotSent(item: LogItem, notSent: readonly string[], { desk }: Asking): LogItem {
  const unsent = new Set(notSent);
  const isUnsent = (one: LogAttempt): boolean =>
    one.desk === desk && one.state === "open" && !one.inherited && unsent.has(one.attempt);
  const attempts = item.attempts.map((one) => (isUnsent(one) ? { ...one, state: "not-sent" as const } : one));
  return { ...item, attempts };
}

/** What a person has to decide before the item may be sent. */
function undecided(item: LogItem, asking: Asking): RuleRefusal | null {
  if (mayBeIncomplete(item, asking.generation))
    return { code: "history-incomplete", awaited: [...asking.awaited] };
  const attempts = listUnnamedAttempts(item);
  return attempts.length > 0 || item.mustDecide ? { code: "needs-checking", attempts: [...attempts] } : null;
}

/** Rule 2: the maker holds the first claim. */
export function startClaim(
  existing: LogItem | null,
  entry: EntryOf<"share">,
  asking: Asking,
): Ruled<LogItem> {
  if (existing !== null) return refuse({ code: "item-shared", claim: getClaim(existing) });
  if (entry.generation > asking.generation) return refuse({ code: "unknown" });
  const attempts = [...new Set(entry.attempts)].map((attempt) => reported(attempt, asking.desk));
  return accept({
    item: entry.item,
    maker: asking.desk,
    holder: asking.desk,
    epoch: getFirstEpoch(asking.generation),
    sharedIn: entry.generation,
    decidedIn: null,
    mustDecide: entry.needsChecking,
    ended: null,
    attempts,
  });
}

const reported = (attempt: string, desk: string): LogAttempt => ({
  attempt,
  desk,
  state: "unclear",
  named: false,
  inherited: false,
});

/**
 * Rule 3: yes is a recorded, open attempt, and there is one at a time. Of one desk so many are kept as of any that it reports: for more of
 * them another desk takes the item over, or it ends.
 */
export function confirmAttempt(item: LogItem, entry: EntryOf<"confirm">, asking: Asking): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  const before = withoutNotSent(item, entry.notSent, asking);
  const undone = undecided(before, asking);
  if (undone !== null) return refuse(undone);
  const { attempt } = entry;
  if (findAttempt(before, attempt) !== undefined) return refuse({ code: "attempt-used" });
  const { desk } = asking;
  const arrived = before.attempts.filter(mayHaveArrived);
  const own = arrived.filter((one) => one.desk === desk);
  if (own.length >= mostOfADesk || arrived.length >= mostNamed)
    return refuse({ code: "needs-checking", attempts: own.map((one) => one.attempt) });
  const open: LogAttempt = { attempt, desk, state: "open", named: false, inherited: false };
  const others = before.attempts.filter((one) => one.attempt !== attempt);
  return accept({ ...before, attempts: [...dropEarliest(others, desk), open] });
}

/** A confirmation whose answer was lost is asked for again: it is a yes only if it still would be one. */
export function confirmAgain(item: LogItem, entry: EntryOf<"confirm">, asking: Asking): RuleRefusal | null {
  const lost = held(item, entry, asking);
  if (lost !== null) return lost;
  const own = item.attempts.find(({ attempt }) => attempt === entry.attempt);
  if (own?.state !== "open") return { code: "attempt-used" };
  const others = { ...item, attempts: item.attempts.filter((one) => one !== own) };
  return undecided(others, asking);
}

/** Rule 5: by the holder, who says what has not been sent. Where the epoch stays, a person takes it over instead. */
export function handOver(item: LogItem, entry: EntryOf<"hand-over">, asking: Asking): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  if (isLastEpoch(item.epoch, asking.generation)) return refuse(changed(item));
  const before = withoutNotSent(item, entry.notSent, asking);
  return accept({ ...before, holder: entry.to, epoch: getNextEpoch(item.epoch, asking.generation) });
}

/**
 * Rule 5: by a person at any desk. Open attempts stay open, and have to be named. Where the epoch stays, nobody takes over from itself; a
 * desk that has it again has said so itself, after all that it had said as its holder before.
 */
export function takeOver(item: LogItem, entry: EntryOf<"take-over">, asking: Asking): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  if (isLastEpoch(item.epoch, asking.generation) && item.holder === asking.desk) return refuse(changed(item));
  return accept({
    ...item,
    holder: asking.desk,
    epoch: getNextEpoch(item.epoch, asking.generation),
    mustDecide: true,
  });
}

/** Rule 4: a decision names every attempt that may have arrived; rule 8: and that more may be missing. */
export function bookAgain(item: LogItem, entry: EntryOf<"book-again">, asking: Asking): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  const named = new Set(entry.attempts);
  const arrived = item.attempts.filter(mayHaveArrived).map(({ attempt }) => attempt);
  const missing = arrived.filter((attempt) => !named.has(attempt));
  if (missing.length > 0) return refuse({ code: "needs-checking", attempts: missing });
  if (mayBeIncomplete(item, asking.generation) && !entry.historyIncomplete)
    return refuse({ code: "history-incomplete", awaited: [...asking.awaited] });
  return accept({
    ...item,
    mustDecide: false,
    decidedIn: entry.historyIncomplete ? asking.generation : item.decidedIn,
    attempts: item.attempts.map((one) => ({ ...one, named: one.named || mayHaveArrived(one) })),
  });
}

/** Ends an item by the word of the person at the holder. */
export function endClaim(
  item: LogItem,
  entry: EntryOf<"mark-booked" | "discard">,
  asking: Asking,
): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  return accept({ ...item, ended: entry.type === "discard" ? "discarded" : "booked" });
}

/** It was not booked after all: whatever was reported has to be named anew. */
export function reopenClaim(item: LogItem, entry: EntryOf<"reopen">, asking: Asking): Ruled<LogItem> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  const attempts = item.attempts.map((one) => ({ ...one, named: false }));
  return accept({ ...item, ended: null, mustDecide: true, attempts });
}

/** Rule 7: one step closes the parent and opens the draft, which has to name what may have arrived. */
export function editClaim(
  item: LogItem,
  entry: EntryOf<"edit">,
  asking: Asking,
): Ruled<{ readonly parent: LogItem; readonly draft: LogItem }> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refuse(lost);
  const inherited = item.attempts
    .filter(mayHaveArrived)
    .map((one) => ({ ...one, named: false, inherited: true }));
  return accept({
    parent: { ...item, ended: "edited" },
    draft: {
      ...item,
      item: entry.draft,
      maker: asking.desk,
      epoch: getFirstEpoch(asking.generation),
      attempts: inherited,
    },
  });
}
