import type { Entry, EntryOf } from "../../hub-api/entries.ts";
import { firstEpoch, nextEpoch } from "./claim-epoch.ts";
import {
  type Asking,
  type Attempt,
  heardOf,
  type Item,
  mayBeIncomplete,
  mayHaveArrived,
  unnamed,
} from "./item.ts";
import { mostNamed, mostOfADesk, withoutEarliest } from "./outcomes.ts";
import { claimOf, type Refusal, refused, type Ruled, ruled } from "./refusal.ts";
import { type Rule, whoMay } from "./who-may.ts";

/**
 * Who may send an item that several desks could send. Pure; docs/clinic.md#who-may-send says the rules by their numbers. No
 * clock is read here: a claim ends by its holder's or a person's act alone.
 */

const changed = (item: Item): Refusal => ({ code: "claim-changed", claim: claimOf(item) });

type OfItem = Extract<Entry, { readonly epoch: number }>;

/** The item stands as the table (`who-may.ts`) wants it for such an entry, and its word is whose it has to be. */
function held(item: Item, { type, epoch }: OfItem, { desk }: Asking): Refusal | null {
  const { by, about }: Rule = whoMay[type];
  const isTheirs = by !== "holder" || item.holder === desk;
  const ended = about === "booked" ? "booked" : null;
  return isTheirs && item.epoch === epoch && item.ended === ended ? null : changed(item);
}

/** Attempts that this process says have certainly not left it: its own open ones are so. Others are left as they are. */
function withoutNotSent(item: Item, notSent: readonly string[], { desk }: Asking): Item {
  const unsent = new Set(notSent);
  const isUnsent = (one: Attempt): boolean =>
    one.desk === desk && one.state === "open" && !one.inherited && unsent.has(one.attempt);
  const attempts = item.attempts.map((one) => (isUnsent(one) ? { ...one, state: "not-sent" as const } : one));
  return { ...item, attempts };
}

/** What a person has to decide before the item may be sent. */
function undecided(item: Item, asking: Asking): Refusal | null {
  if (mayBeIncomplete(item, asking.generation))
    return { code: "history-incomplete", awaited: [...asking.awaited] };
  const attempts = unnamed(item);
  return attempts.length > 0 || item.mustDecide ? { code: "needs-checking", attempts: [...attempts] } : null;
}

/** Rule 2: the maker holds the first claim. */
export function share(existing: Item | null, entry: EntryOf<"share">, asking: Asking): Ruled<Item> {
  if (existing !== null) return refused({ code: "item-shared", claim: claimOf(existing) });
  if (entry.generation > asking.generation) return refused({ code: "unknown" });
  const attempts = [...new Set(entry.attempts)].map((attempt) => reported(attempt, asking.desk));
  return ruled({
    item: entry.item,
    maker: asking.desk,
    holder: asking.desk,
    epoch: firstEpoch(asking.generation),
    sharedIn: entry.generation,
    decidedIn: null,
    mustDecide: entry.needsChecking,
    ended: null,
    attempts,
  });
}

const reported = (attempt: string, desk: string): Attempt => ({
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
export function confirm(item: Item, entry: EntryOf<"confirm">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  const before = withoutNotSent(item, entry.notSent, asking);
  const undone = undecided(before, asking);
  if (undone !== null) return refused(undone);
  const { attempt } = entry;
  if (heardOf(before, attempt) !== undefined) return refused({ code: "attempt-used" });
  const { desk } = asking;
  const arrived = before.attempts.filter(mayHaveArrived);
  const own = arrived.filter((one) => one.desk === desk);
  if (own.length >= mostOfADesk || arrived.length >= mostNamed)
    return refused({ code: "needs-checking", attempts: own.map((one) => one.attempt) });
  const open: Attempt = { attempt, desk, state: "open", named: false, inherited: false };
  const others = before.attempts.filter((one) => one.attempt !== attempt);
  return ruled({ ...before, attempts: [...withoutEarliest(others, desk), open] });
}

/** A confirmation whose answer was lost is asked for again: it is a yes only if it still would be one. */
export function stillConfirmed(item: Item, entry: EntryOf<"confirm">, asking: Asking): Refusal | null {
  const lost = held(item, entry, asking);
  if (lost !== null) return lost;
  const own = item.attempts.find(({ attempt }) => attempt === entry.attempt);
  if (own?.state !== "open") return { code: "attempt-used" };
  const others = { ...item, attempts: item.attempts.filter((one) => one !== own) };
  return undecided(others, asking);
}

/** Rule 5: by the holder, who says what has not been sent. */
export function handOver(item: Item, entry: EntryOf<"hand-over">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  const before = withoutNotSent(item, entry.notSent, asking);
  return ruled({ ...before, holder: entry.to, epoch: nextEpoch(item.epoch, asking.generation) });
}

/** Rule 5: by a person at any desk. Open attempts stay open, and have to be named. */
export function takeOver(item: Item, entry: EntryOf<"take-over">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  return ruled({
    ...item,
    holder: asking.desk,
    epoch: nextEpoch(item.epoch, asking.generation),
    mustDecide: true,
  });
}

/** Rule 4: a decision names every attempt that may have arrived; rule 8: and that more may be missing. */
export function bookAgain(item: Item, entry: EntryOf<"book-again">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  const named = new Set(entry.attempts);
  const arrived = item.attempts.filter(mayHaveArrived).map(({ attempt }) => attempt);
  const missing = arrived.filter((attempt) => !named.has(attempt));
  if (missing.length > 0) return refused({ code: "needs-checking", attempts: missing });
  if (mayBeIncomplete(item, asking.generation) && !entry.historyIncomplete)
    return refused({ code: "history-incomplete", awaited: [...asking.awaited] });
  return ruled({
    ...item,
    mustDecide: false,
    decidedIn: entry.historyIncomplete ? asking.generation : item.decidedIn,
    attempts: item.attempts.map((one) => ({ ...one, named: one.named || mayHaveArrived(one) })),
  });
}

/** Ends an item by the word of the person at the holder. */
export function end(item: Item, entry: EntryOf<"mark-booked" | "discard">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  return ruled({ ...item, ended: entry.type === "discard" ? "discarded" : "booked" });
}

/** It was not booked after all: whatever was reported has to be named anew. */
export function reopen(item: Item, entry: EntryOf<"reopen">, asking: Asking): Ruled<Item> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  const attempts = item.attempts.map((one) => ({ ...one, named: false }));
  return ruled({ ...item, ended: null, mustDecide: true, attempts });
}

/** Rule 7: one step closes the parent and opens the draft, which has to name what may have arrived. */
export function edit(
  item: Item,
  entry: EntryOf<"edit">,
  asking: Asking,
): Ruled<{ readonly parent: Item; readonly draft: Item }> {
  const lost = held(item, entry, asking);
  if (lost !== null) return refused(lost);
  const inherited = item.attempts
    .filter(mayHaveArrived)
    .map((one) => ({ ...one, named: false, inherited: true }));
  return ruled({
    parent: { ...item, ended: "edited" },
    draft: {
      ...item,
      item: entry.draft,
      maker: asking.desk,
      epoch: firstEpoch(asking.generation),
      attempts: inherited,
    },
  });
}
