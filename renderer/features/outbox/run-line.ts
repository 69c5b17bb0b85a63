/** A run of sending, from the first item that may go out to the last that has. */
export type RunLine =
  | { readonly kind: "still" }
  /** `done`, `urgent`: how many there were when it began. `isWatched`: somebody waits at a form for what they sent. */
  | {
      readonly kind: "running";
      readonly done: number;
      readonly urgent: number;
      readonly isWatched: boolean;
      readonly abandoned: number;
    }
  /** How many were sent, how many turned out to need a person. */
  | { readonly kind: "over"; readonly sent: number; readonly urgent: number };

type Seen = {
  /** How many are to be sent now, or are on their way. */
  readonly left: number;
  /** How many items are at their good end. */
  readonly done: number;
  readonly urgent: number;
  readonly isWatched: boolean;
  /** How many forms were left whose item was still to be sent; it counts up. */
  readonly abandoned: number;
};

/** What the run is after that was seen. Its end is news once; not the one item that somebody watches. */
export function updateRunLine(before: RunLine, { left, done, urgent, isWatched, abandoned }: Seen): RunLine {
  if (left > 0) {
    return before.kind === "running"
      ? { ...before, abandoned, isWatched: isWatched || (before.isWatched && abandoned === before.abandoned) }
      : { kind: "running", done, urgent, isWatched, abandoned };
  }
  if (before.kind !== "running") return { kind: "still" };
  const sent = Math.max(0, done - before.done);
  const asking = Math.max(0, urgent - before.urgent);
  const all = sent + asking;
  return all === 0 || (all === 1 && (before.isWatched || isWatched))
    ? { kind: "still" }
    : { kind: "over", sent, urgent: asking };
}
