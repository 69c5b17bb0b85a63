/** What became of one mutant. */
export type Tried = {
  /** Path from the root of the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly mutator: string;
  /** The source text that was changed, and what stood in its place. */
  readonly original: string;
  readonly replacement: string;
  /** `invalid`: it could not be tried, and counts for nothing. */
  readonly end: "killed" | "survived" | "invalid";
};

/** A mutant that no test can notice, since the program does the same with it. */
export type Equivalent = {
  readonly file: string;
  readonly mutator: string;
  /** As Stryker reports them; runs of white space are one space. */
  readonly original: string;
  readonly replacement: string;
  /** How many mutants read like this; 1 if it is left out. */
  readonly times?: number;
  /** The end of the sentence "equivalent because …". */
  readonly because: string;
};

/** How a file did. */
export type Score = {
  readonly file: string;
  readonly atLeast: number;
  /** Those that could be noticed: without the equivalent ones. */
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  /** Of 100, rounded down to a tenth, so that what is shown as reached is reached. */
  readonly percent: number;
  readonly survivors: readonly Tried[];
  /** Why the file fails; empty when it does not. */
  readonly problems: readonly string[];
};

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Lines and columns from 1, as reports of mutants have them; the end is the first column behind the text. */
type Place = { readonly line: number; readonly column: number };

/** The text between two places of a source. */
export function textAt(
  source: string,
  { start, end }: { readonly start: Place; readonly end: Place },
): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at === last ? line.slice(0, end.column - 1) : line))
    .map((line, at) => (at === 0 ? line.slice(start.column - 1) : line))
    .join("\n");
}

/** What tells mutants apart, whatever line they stand on. */
const keyOf = (mutant: Pick<Equivalent, "file" | "mutator" | "original" | "replacement">): string =>
  [mutant.file, mutant.mutator, oneLine(mutant.original), oneLine(mutant.replacement)].join("\n");

/** A mutant as it is told to a person. */
export const describe = ({ file, mutator, original, replacement, line }: Omit<Tried, "end">): string =>
  `${file}:${line} ${mutator}: ${oneLine(original)} → ${oneLine(replacement)}`;

const nameOf = ({ file, mutator, original, replacement }: Equivalent): string =>
  `${file} ${mutator}: ${oneLine(original)} → ${oneLine(replacement)}`;

/** Splits the survivors into those that are listed and those that are not, and says what of the list is wrong. */
function compare(
  survivors: readonly Tried[],
  listed: readonly Equivalent[],
): { readonly unlisted: readonly Tried[]; readonly problems: readonly string[] } {
  const left = new Map<string, Tried[]>();
  for (const survivor of survivors)
    left.set(keyOf(survivor), [...(left.get(keyOf(survivor)) ?? []), survivor]);
  const problems: string[] = [];
  for (const entry of listed) {
    const { times = 1, because } = entry;
    const found = left.get(keyOf(entry)) ?? [];
    left.delete(keyOf(entry));
    if (found.length !== times)
      problems.push(`listed as equivalent ${times}×, survived ${found.length}×: ${nameOf(entry)}`);
    if (because.trim() === "") problems.push(`listed as equivalent without a reason: ${nameOf(entry)}`);
  }
  return { unlisted: [...left.values()].flat().toSorted((a, b) => a.line - b.line), problems };
}

/** Judges one file by what became of its mutants. A listed survivor that is none is a problem, like too few killed. */
export function score(
  { file, atLeast }: { readonly file: string; readonly atLeast: number },
  { tried, listed }: { readonly tried: readonly Tried[]; readonly listed: readonly Equivalent[] },
): Score {
  const own = tried.filter((mutant) => mutant.file === file && mutant.end !== "invalid");
  const survived = own.filter(({ end }) => end === "survived");
  const { unlisted, problems } = compare(
    survived,
    listed.filter((entry) => entry.file === file),
  );
  const killed = own.length - survived.length;
  const mutants = killed + unlisted.length;
  const percent = mutants === 0 ? 100 : Math.floor((killed / mutants) * 1_000) / 10;
  return {
    file,
    atLeast,
    mutants,
    killed,
    equivalent: own.length - mutants,
    percent,
    survivors: unlisted,
    problems: [
      ...problems,
      ...(own.length === 0 ? ["nothing in it was mutated"] : []),
      ...(killed * 100 < mutants * atLeast ? [`${percent} % killed, ${atLeast} % wanted`] : []),
    ],
  };
}
