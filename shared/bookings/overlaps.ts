export type TimedVisit = {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** How long it takes; null where that is not known: then it takes its first minute alone. */
  readonly minutes: number | null;
};

const end = ({ start, minutes }: TimedVisit): number => start + (minutes ?? 1) * 60_000;

/** How many of the numbers, in their order, are below one. */
function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of each visit, by its id, how many take place at some moment of it: itself is one of them. */
export function countAtOnce(visits: readonly TimedVisit[]): ReadonlyMap<string, number> {
  const starts = visits.map(({ start }) => start).toSorted((a, b) => a - b);
  const ends = visits.map(end).toSorted((a, b) => a - b);
  // All that began before it ends, but for those that ended before it began.
  return new Map(
    visits.map((visit) => [visit.id, countBelow(starts, end(visit)) - countBelow(ends, visit.start + 1)]),
  );
}
