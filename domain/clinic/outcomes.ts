import type { EntryOf } from "../../contract/hub/entries.ts";
import { type Asking, type Attempt, type Item, joined } from "./item.ts";
import { refused, type Ruled, ruled } from "./refusal.ts";

/** "booked" wins over everything, at the item that was sent; a linked draft of it has to be decided anew. */
function told(item: Item, attempt: Attempt, state: Attempt["state"]): Item {
  const now = joined(attempt.state, state);
  const becameBooked = now === "booked" && attempt.state !== "booked";
  const next: Attempt = {
    ...attempt,
    state: now,
    named: attempt.named && !(becameBooked && attempt.inherited),
  };
  const attempts = item.attempts.map((one) => (one === attempt ? next : one));
  const booked = now === "booked" && !attempt.inherited;
  return { ...item, attempts, ended: booked ? "booked" : item.ended };
}

/**
 * Rule 4: what became of an attempt, from any desk and at any time; `items` are all that know the attempt, and the entry's own.
 * That it did not arrive is believed of its own desk alone.
 */
export function outcome(
  items: readonly Item[],
  entry: EntryOf<"outcome">,
  { desk }: Asking,
): Ruled<readonly Item[]> {
  const own = items.find(({ item }) => item === entry.item);
  if (own === undefined) return refused({ code: "item-unknown" });
  const known = own.attempts.find(({ attempt }) => attempt === entry.attempt);
  const isGood = entry.outcome === "not-sent" || entry.outcome === "refused";
  if (known !== undefined && isGood && known.desk !== desk) return refused({ code: "attempt-used" });
  const fresh: Attempt = {
    attempt: entry.attempt,
    desk,
    state: "open",
    named: false,
    inherited: false,
  };
  const all =
    known === undefined
      ? items.map((one) => (one === own ? { ...one, attempts: [...one.attempts, fresh] } : one))
      : items;
  return ruled(
    all.map((item) => {
      const attempt = item.attempts.find((one) => one.attempt === entry.attempt);
      return attempt === undefined ? item : told(item, attempt, entry.outcome);
    }),
  );
}

/** Rule 6: sent by a person's decision while the hub could not be asked. It may have arrived, and nothing else was decided. */
export function withoutHub(item: Item, entry: EntryOf<"without-hub">, { desk }: Asking): Ruled<Item> {
  const known = item.attempts.find(({ attempt }) => attempt === entry.attempt);
  if (known !== undefined) return known.desk === desk ? ruled(item) : refused({ code: "attempt-used" });
  const open: Attempt = { attempt: entry.attempt, desk, state: "open", named: false, inherited: false };
  return ruled({ ...item, attempts: [...item.attempts, open] });
}
