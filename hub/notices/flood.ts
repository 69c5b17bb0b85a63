/** Notices of one address that are taken in one stretch, and the stretch in milliseconds: no one clinic's flood is the others' outage. */
const most = 12_000;
const stretch = 10_000;
/** Addresses whose notices are counted at once. */
const mostCounted = 10_000;

/** Counts what comes to each address. Answers whether one more may be taken. */
export function floodGate(now: () => number = () => performance.now()): (address: string) => boolean {
  let from = now();
  let counts = new Map<string, number>();
  return (address) => {
    if (now() - from >= stretch || counts.size >= mostCounted) {
      from = now();
      counts = new Map();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= most;
  };
}
