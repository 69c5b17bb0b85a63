import type { LetIn } from "./losses.ts";

/**
 * Who was let in from that time on, in milliseconds since 1970, by that desk or by whoever it let in. A time that is not known
 * counts as later.
 */
export function letInBy(
  desk: string,
  { since, letIn }: { readonly since: number; readonly letIn: ReadonlyMap<string, LetIn> },
): ReadonlySet<string> {
  const guests = Map.groupBy(
    [...letIn].filter(([, { at }]) => !(at < since)),
    ([, { by }]) => by,
  );
  const found = new Set([desk]);
  for (const host of found) for (const [guest] of guests.get(host) ?? []) found.add(guest);
  found.delete(desk);
  return found;
}
