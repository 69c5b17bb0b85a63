const first = 1_000;

/** Milliseconds before try number `failures` (1 is the first repeat): capped exponential with full jitter. */
export function computeBackoff(failures: number, fraction: number, most = 60_000): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(failures, 10));
  return Math.round(ceiling * fraction);
}
