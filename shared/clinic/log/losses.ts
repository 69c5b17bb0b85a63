import type { EntryOf } from "../../hub-api/entries.ts";

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
export type LetIn = {
  readonly by: string;
  readonly at: number;
  /** It is a recovery sheet: the push that made it a member wrote its name as well, which a desk says of itself later. */
  readonly isSheet?: boolean;
};

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
 * The desk, and for whom it speaks: one that was let in within the last day speaks for whoever let it in. Else whoever has the keys of
 * one desk would let in another to have its own word confirmed.
 */
export function findSpeakers(
  desk: string,
  at: number,
  letIn: Pick<Lately["letIn"], "get">,
): ReadonlySet<string> {
  const all = new Set([desk]);
  for (let of = letIn.get(desk); of !== undefined && isWithinADay(of.at, at); of = letIn.get(of.by)) {
    if (all.has(of.by)) break;
    all.add(of.by);
  }
  return all;
}

/**
 * How many came within the last day through that desk, through whom it speaks for, or through whoever else speaks for the same, removed ones
 * among them.
 */
export function countLetIn(
  desk: string,
  at: number,
  desks: ReadonlyMap<string, { readonly letIn: LetIn | null }>,
): number {
  const letIn = { get: (id: string) => desks.get(id)?.letIn ?? undefined };
  const firstOf = (id: string): string | undefined => [...findSpeakers(id, at, letIn)].at(-1);
  const first = firstOf(desk);
  let count = 0;
  for (const one of desks.values())
    if (one.letIn !== null && isWithinADay(one.letIn.at, at) && firstOf(one.letIn.by) === first) count += 1;
  return count;
}

const haveOne = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));

/**
 * Whether it is a sheet, or speaks for one. A sheet is paper, which lies in a bag with a laptop: whoever stole both is still one thief,
 * and the two are no two words.
 */
export const isSpeakingForSheet = (desk: string, at: number, letIn: Lately["letIn"]): boolean =>
  [...findSpeakers(desk, at, letIn)].some((one) => letIn.get(one)?.isSheet === true);

/**
 * Whether a desk that was reported lost keeps what it has until another desk has said so too: one was reported within the day
 * before. What the reported desk said itself does not count, so that a thief does not put off with it what is said of the desk that was
 * stolen. It does where the same one says both.
 */
export function mustWaitForSecondReport(report: Report, { reports, letIn }: Lately): boolean {
  const own = findSpeakers(report.by, report.at, letIn);
  const counts = (by: string): boolean => {
    const speakers = findSpeakers(by, report.at, letIn);
    return !speakers.has(report.desk) || haveOne(speakers, own);
  };
  return (
    report.answer === null &&
    reports.some(
      (other) =>
        other.desk !== report.desk &&
        other.answer !== false &&
        other.number <= report.number &&
        isWithinADay(other.at, report.at) &&
        counts(other.by),
    )
  );
}

/**
 * Another desk than the one that said so answers a report that waits, and none that speaks for either of the two. No sheet confirms it, nor
 * whom one let in within the last day.
 */
export function mayAnswer(
  desk: string,
  { desk: reported, lost }: Pick<EntryOf<"member-removed">, "desk" | "lost">,
  { lately, at }: { readonly lately: Lately; readonly at: number },
): boolean {
  const report = lately.reports.find((one) => one.desk === reported);
  if (report === undefined || !mustWaitForSecondReport(report, lately)) return false;
  const own = findSpeakers(desk, at, lately.letIn);
  if (own.has(reported)) return false;
  // Whoever said so may take it back.
  if (!lost) return true;
  // For whom it spoke then counts, and for whom the other one speaks now.
  const said = findSpeakers(report.by, report.at, lately.letIn);
  return !isSpeakingForSheet(desk, at, lately.letIn) && !haveOne(own, said);
}
