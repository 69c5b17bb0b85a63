import type { LetIn } from "./losses.ts";

type Guests = ReadonlyMap<string, readonly string[]>;

/** Those, whomever they let in, and so on. */
function withGuests(hosts: Iterable<string>, guests: Guests): ReadonlySet<string> {
  const found = new Set(hosts);
  for (const host of found) for (const guest of guests.get(host) ?? []) found.add(guest);
  return found;
}

const guestsBy = (letIn: Iterable<readonly [string, Pick<LetIn, "by">]>): Guests => {
  const guests = new Map<string, string[]>();
  for (const [desk, { by }] of letIn) {
    const those = guests.get(by);
    if (those === undefined) guests.set(by, [desk]);
    else those.push(desk);
  }
  return guests;
};

/**
 * Who was let in from that time on, in milliseconds since 1970, by that desk or by whoever it let in since. A time that is not known
 * counts as later. Whom one of those let in came after them, whatever a hub that lies says of the time.
 */
export function listLetInBy(
  desk: string,
  { since, letIn }: { readonly since: number; readonly letIn: ReadonlyMap<string, LetIn> },
): ReadonlySet<string> {
  const guests = guestsBy([...letIn].filter(([, { by, at }]) => by !== desk || !(at < since)));
  const found = new Set(withGuests([desk], guests));
  found.delete(desk);
  return found;
}

/** What is known of a desk here: who let it in, and whether it is removed. */
type Known = { readonly desk: string; readonly removedBy: number | null; readonly letIn: LetIn | null };

/**
 * The members that one who is removed let in, itself or through others, but for those who stay: they, and whom they let in, are the
 * clinic's own. Nothing is asked but who let in whom, which each of them signed, so that every reader finds the same.
 */
export function listGuestsOfGone(
  desks: ReadonlyMap<string, Known>,
  stay: readonly string[],
): readonly string[] {
  const staying = new Set(stay);
  const all = [...desks.values()];
  const letIn = all.flatMap(({ desk, letIn: by }) =>
    by === null || staying.has(desk) ? [] : [[desk, by] as const],
  );
  const gone = all.filter(({ removedBy }) => removedBy !== null).map(({ desk }) => desk);
  const found = withGuests(gone, guestsBy(letIn));
  return all.filter(({ desk, removedBy }) => removedBy === null && found.has(desk)).map(({ desk }) => desk);
}
