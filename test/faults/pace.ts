import type { Seen } from "./line/proxy.ts";
import { usualRequests } from "./row.ts";

/** Seconds of the desk's clock over which requests are counted. */
const span = 10;

type Pace = {
  /** How many times faster than real time the desk's clock runs. */
  readonly speed: number;
  /** False: the first POST of an item counts too, for a service at which none of them gets through. */
  readonly withoutFirst?: boolean;
};

/**
 * The highest rate of requests over ten seconds of the desk's clock, by the second. The first POST of an item is
 * left out: work that goes through may go as fast as the service answers; probes and repeats may not.
 */
export function busiest(
  requests: readonly Pick<Seen, "at" | "method" | "idempotencyKey">[],
  { speed, withoutFirst = true }: Pace,
): number {
  const seen = new Set<string>();
  const times = requests
    .filter(({ idempotencyKey: key }) => {
      if (key === null || !withoutFirst || seen.has(key)) return true;
      seen.add(key);
      return false;
    })
    .map(({ at }) => at);
  let most = 0;
  let first = 0;
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) > (span * 1_000) / speed) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most / span;
}

type Rated = { readonly requestsASecond: number | null; readonly problems: readonly string[] };

/**
 * A case on real time: its rate is held against the limit here, and is no number of the table, where it would tell how
 * fast the computer was.
 */
export function judgeRate<R extends Rated>(row: R): R {
  const { requestsASecond: rate, problems } = row;
  if (rate === null) return row;
  const isPolite = rate <= usualRequests;
  const said = isPolite ? [] : [`${rate.toFixed(1)} requests a second, more than ${usualRequests}`];
  return { ...row, requestsASecond: null, problems: [...problems, ...said] };
}
