import type { LetIn } from "./losses.ts";

/**
 * Who was let in from that time on, in milliseconds since 1970, by that desk or by whoever it let in since. A time that is not known
 * counts as later. Whom one of those let in came after them, whatever a hub that lies says of the time.
 */
export function letInBy(
  desk: string,
  { since, letIn }: { readonly since: number; readonly letIn: ReadonlyMap<string, LetIn> },
): ReadonlySet<string> {
  const guests = Map.groupBy(
    [...letIn].filter(([, { by, at }]) => by !== desk || !(at < since)),
    ([, { by }]) => by,
  );
  const found = new Set([desk]);
  for (const host of found) for (const [guest] of guests.get(host) ?? []) found.add(guest);
  found.delete(desk);
  return found;
}
