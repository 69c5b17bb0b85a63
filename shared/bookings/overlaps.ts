type Visit = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** How long it takes; null where that is not known: then it takes its first minute alone. */
  readonly minutes: number | null;
};

const end = ({ start, minutes }: Visit): number => start + (minutes ?? 1) * 60_000;

/** The ids of visits that take place while another one does. */
export function findOverlapping(visits: readonly Visit[]): ReadonlySet<string> {
  const found = new Set<string>();
  // Of all that began before, the one that ends last overlaps whatever any of them does.
  let longest: Visit | null = null;
  for (const visit of visits.toSorted((a, b) => a.start - b.start)) {
    if (longest !== null && visit.start < end(longest)) found.add(longest.id).add(visit.id);
    if (longest === null || end(visit) > end(longest)) longest = visit;
  }
  return found;
}
