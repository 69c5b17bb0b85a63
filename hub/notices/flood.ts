/** Notices of one address that are taken in one stretch, and the stretch in milliseconds: no one clinic's flood is the others' outage. */
const most = 12_000;
const stretch = 10_000;

/**
 * Counts what comes to each address, and answers whether one more may be taken. It is asked of addresses that there are: what anybody
 * can make up would fill it.
 */
export function createFloodGate(now: () => number = () => performance.now()): (address: string) => boolean {
  let from = now();
  let counts = new Map<string, number>();
  return (address) => {
    if (now() - from >= stretch) {
      from = now();
      counts = new Map();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= most;
  };
}
