import type { EntryOf } from "../../hub-api/entries.ts";
import {
  type Asking,
  type LogAttempt,
  findAttempt,
  type LogItem,
  mergeAttemptStates,
  mayHaveArrived,
} from "./item.ts";
import { refuse, type Ruled, accept } from "./refusal.ts";

/** "booked" wins over everything, at the item that was sent; a linked draft of it has to be decided anew. */
function withOutcome(item: LogItem, attempt: LogAttempt, state: LogAttempt["state"]): LogItem {
  const now = mergeAttemptStates(attempt.state, state);
  const becameBooked = now === "booked" && attempt.state !== "booked";
  const booked = now === "booked" && !attempt.inherited;
  if (now === attempt.state && (!booked || item.ended === "booked")) return item;
  const next: LogAttempt = {
    ...attempt,
    state: now,
    named: attempt.named && !(becameBooked && attempt.inherited),
  };
  const attempts = item.attempts.map((one) => (one === attempt ? next : one));
  return { ...item, attempts, ended: booked ? "booked" : item.ended };
}

/**
 * Rule 4: what became of an attempt, from any desk and at any time; `items` are all that know the attempt, and the entry's own.
 * That it did not arrive is believed of its own desk alone, at each of them.
 */
export function applyOutcomeEntry(
  items: readonly LogItem[],
  entry: EntryOf<"outcome">,
  { desk }: Asking,
): Ruled<readonly LogItem[]> {
  const own = items.find(({ item }) => item === entry.item);
  if (own === undefined) return refuse({ code: "item-unknown" });
  const { attempt: told, outcome: state } = entry;
  const fresh: LogAttempt = { attempt: told, desk, state, named: false, inherited: false };
  const isTheirs = (known: LogAttempt): boolean => known.desk === desk || mayHaveArrived(fresh);
  const known = findAttempt(own, told);
  if (known !== undefined && !isTheirs(known)) return refuse({ code: "attempt-used" });
  return accept(
    items.map((item) => {
      const attempt = findAttempt(item, told);
      if (attempt !== undefined) return isTheirs(attempt) ? withOutcome(item, attempt, state) : item;
      return item === own ? firstHeard(item, fresh) : item;
    }),
  );
}

/**
 * So many attempts that may have arrived are kept of each desk at an item, and so many that came to nothing: more than anybody makes, and
 * few enough that a decision can name them all, whoever has one desk's keys.
 */
export const mostOfADesk = 30;

/** So many that may have arrived are kept of all desks together: whoever has one desk's keys lets in 200 others a day. */
export const mostOfAnItem = 5_000;

/** A decision names so many at most, those among them to which the hub said yes. */
export const mostNamed = 10_000;

const ofDesk = (attempts: readonly LogAttempt[], { desk, state }: LogAttempt): readonly LogAttempt[] => {
  const is = mayHaveArrived({ state });
  return attempts.filter((one) => one.desk === desk && mayHaveArrived(one) === is);
};

/** Without the earliest of a desk that came to nothing, where it has as many as are kept. No rule asks for those. */
export function dropEarliest(attempts: readonly LogAttempt[], desk: string): readonly LogAttempt[] {
  const [earliest, ...others] = attempts.filter((one) => one.desk === desk && !mayHaveArrived(one));
  return others.length + 1 < mostOfADesk ? attempts : attempts.filter((one) => one !== earliest);
}

/** Its holder tries what is refused for days some hundred times a day: of those the last are kept. */
function isFull(attempts: readonly LogAttempt[], one: LogAttempt, holder: string): boolean {
  if (!mayHaveArrived(one)) return one.desk !== holder && ofDesk(attempts, one).length >= mostOfADesk;
  const all = attempts.filter(mayHaveArrived).length;
  return all >= mostOfAnItem || ofDesk(attempts, one).length >= mostOfADesk;
}

/** The item with one attempt more. One too many is not kept: where it may have arrived, a person decides. */
function withOneMore(item: LogItem, one: LogAttempt): LogItem {
  const others = item.attempts.filter(({ attempt }) => attempt !== one.attempt);
  if (isFull(others, one, item.holder)) return mayHaveArrived(one) ? { ...item, mustDecide: true } : item;
  const kept = mayHaveArrived(one) ? others : dropEarliest(others, one.desk);
  return { ...item, attempts: [...kept, one] };
}

/** What became of an attempt of which nobody had heard. "Booked" ends the item, whether it is kept or not. */
function firstHeard(item: LogItem, one: LogAttempt): LogItem {
  const next = withOneMore(item, one);
  return one.state === "booked" ? { ...next, ended: "booked" } : next;
}

/** Rule 6: sent by a person's decision while the hub could not be asked. It may have arrived, and nothing else was decided. */
export function applyWithoutHub(
  item: LogItem,
  entry: EntryOf<"without-hub">,
  { desk }: Asking,
): Ruled<LogItem> {
  const known = findAttempt(item, entry.attempt);
  if (known !== undefined) return known.desk === desk ? accept(item) : refuse({ code: "attempt-used" });
  const open: LogAttempt = { attempt: entry.attempt, desk, state: "open", named: false, inherited: false };
  return accept(withOneMore(item, open));
}
