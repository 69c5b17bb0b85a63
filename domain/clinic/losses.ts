import type { EntryOf } from "../../contract/hub/entries.ts";

/** An admin's word that a desk which it removed was lost or stolen. */
export type Report = {
  readonly desk: string;
  readonly by: string;
  /** Of the push that says so. */
  readonly number: number;
  /** When the hub received that push, in milliseconds since 1970; NaN where nobody knows. */
  readonly at: number;
  /** What another desk said to it: that it was lost, or was not. */
  readonly answer: boolean | null;
};

/** Who let a desk in, and when. */
export type LetIn = { readonly by: string; readonly at: number };

/** What is to be known before a desk deletes what nobody can bring back. */
export type Lately = {
  readonly reports: readonly Report[];
  /** Desks of which nothing is known have been there for long. */
  readonly letIn: ReadonlyMap<string, LetIn>;
};

export const nothingLately: Lately = { reports: [], letIn: new Map() };

const day = 24 * 60 * 60 * 1_000;

/** A time that is not known, or lies behind the later one, counts as within the day. */
const isWithinADay = (earlier: number, later: number): boolean => !(later - earlier >= day);

/**
 * A desk that was let in within the last day speaks for whoever let it in: else whoever has the keys of one desk would let in
 * another to have its own word confirmed.
 */
export function speaksFor(desk: string, at: number, letIn: Lately["letIn"]): string {
  const passed = new Set<string>();
  let speaker = desk;
  for (let of = letIn.get(speaker); of !== undefined && isWithinADay(of.at, at); of = letIn.get(speaker)) {
    if (passed.has(speaker)) break;
    passed.add(speaker);
    speaker = of.by;
  }
  return speaker;
}

/**
 * Whether a desk that was reported lost keeps what it has until another desk has said so too: one was reported within the day
 * before. What the reported desk said itself does not count, so that a thief does not put off with it what is said of the desk that was
 * stolen.
 */
export function waits(report: Report, { reports, letIn }: Lately): boolean {
  return (
    report.answer === null &&
    reports.some(
      (other) =>
        other.desk !== report.desk &&
        other.answer !== false &&
        other.number <= report.number &&
        isWithinADay(other.at, report.at) &&
        speaksFor(other.by, report.at, letIn) !== report.desk,
    )
  );
}

/** Another desk than the one that said so answers a report that waits, and none that speaks for either of the two. */
export function mayAnswer(
  desk: string,
  { desk: reported, lost }: Pick<EntryOf<"member-removed">, "desk" | "lost">,
  { lately, at }: { readonly lately: Lately; readonly at: number },
): boolean {
  const report = lately.reports.find((one) => one.desk === reported);
  if (report === undefined || !waits(report, lately)) return false;
  const own = speaksFor(desk, at, lately.letIn);
  if (own === reported) return false;
  // Whoever said so may take it back.
  return !lost || own !== speaksFor(report.by, report.at, lately.letIn);
}
