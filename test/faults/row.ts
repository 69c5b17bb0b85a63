import { seeded } from "./kit/random.ts";

/** What one fault came to: a line of the table that `npm run faults` prints. */
export type FaultRow = {
  readonly fault: string;
  readonly cases: number;
  /** Saved items that are gone, or stand as something that is not so. */
  readonly lost: number;
  /** Items that the service made more often than people asked for. */
  readonly doubled: number;
  /** Items that honestly wait for a person: needs checking. */
  readonly undecided: number;
  /** Sentences that the window would show and that the service's ledger denies. */
  readonly falseWords: number;
  /** The highest rate of requests that nobody needed, as `pace.ts` counts them; null where none was measured. */
  readonly requestsASecond: number | null;
  /** What the run's random numbers began with; null where none were used. */
  readonly seed: number | null;
  /** One sentence for everything else that was not as promised, with its case. */
  readonly problems: readonly string[];
};

export type FaultOptions = {
  /** How much of the fault's cases is run, from 0 to 1; never less than one case. */
  readonly share: number;
  readonly seed: number;
  /** The run of hours: more random cases than the table names. */
  readonly long: boolean;
};

export type Fault = {
  /** `F1` to `F29`. */
  readonly id: string;
  readonly title: string;
  /** What `requestsASecond` may be at most; `usualRequests` when left out. */
  readonly mostRequests?: number;
  /** Runs the cases. Settles with the row whatever happens in them; rejects only when it cannot run at all. */
  readonly run: (options: FaultOptions) => Promise<FaultRow>;
};

/** Requests a second beside the first one of each item: repeats and probes, at their worst. */
export const usualRequests = 5;

/** Whether nothing was lost, doubled or falsely said, and nothing asked too often. */
export function isFine(row: FaultRow, { mostRequests = usualRequests }: Fault): boolean {
  const isPolite = row.requestsASecond === null || row.requestsASecond <= mostRequests;
  return row.lost + row.doubled + row.falseWords === 0 && row.problems.length === 0 && isPolite;
}

/**
 * That share of the cases, at least one, in their order: always the same ones, and in no step with how the
 * cases were listed, so that every kind of case is among them.
 */
export function takeShare<T>(cases: readonly T[], share: number): T[] {
  const wanted = Math.min(cases.length, Math.max(1, Math.round(cases.length * share)));
  const random = seeded(cases.length);
  const drawn = cases.map((_case, index) => ({ index, at: random() })).toSorted((a, b) => a.at - b.at);
  const chosen = new Set(drawn.slice(0, wanted).map(({ index }) => index));
  return cases.filter((_case, index) => chosen.has(index));
}
