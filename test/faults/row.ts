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
  /** `F1` to `F13`. */
  readonly id: string;
  readonly title: string;
  /** Runs the cases. Settles with the row whatever happens in them; rejects only when it cannot run at all. */
  readonly run: (options: FaultOptions) => Promise<FaultRow>;
};

/** That share of the cases, spread evenly over them, and at least one. */
export function takeShare<T>(cases: readonly T[], share: number): T[] {
  const wanted = Math.min(cases.length, Math.max(1, Math.round(cases.length * share)));
  return cases.filter(
    (_case, index) =>
      Math.floor(((index + 1) * wanted) / cases.length) > Math.floor((index * wanted) / cases.length),
  );
}
