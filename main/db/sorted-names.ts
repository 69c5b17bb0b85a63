import { memoize } from "../../shared/core/remembered.ts";

/**
 * Distinct names in order, as a trie without nodes: all names that begin alike stand side by side. Finds beginnings, and
 * what one typing error may have made of a name.
 */
export type SortedNames = {
  /** Adds a name; one that is there already changes nothing. */
  readonly add: (name: string) => void;
  /** Adds many: quick when they come in order, after all that are there. */
  readonly append: (names: readonly string[]) => void;
  /** The names that begin with this, or null when there are more than `most`. */
  readonly beginning: (typed: string, most: number) => readonly string[] | null;
  /**
   * Names that are, or begin with, what one letter more, less, another or two in turn make of `typed`, without those
   * that begin with it as it stands. Whole names first; at most `most`.
   */
  readonly near: (typed: string, most: number) => readonly string[];
};

type Range = { readonly from: number; readonly to: number };

/** Two words, each looked for among surnames and first names, stay while the second one is typed. */
const mostRemembered = 8;

export function createSortedNames(): SortedNames {
  const names: string[] = [];
  let nearOnes = memoize<readonly string[]>(mostRemembered);

  /** Of names that have all letters before `at` in common: the place of the first with this letter there, or a later one. */
  function firstFrom({ from, to }: Range, at: number, letter: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle] ?? "").charCodeAt(at) >= letter) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  /** Of those names: the ones with this letter there. */
  function withLetter(range: Range, at: number, letter: number): Range {
    const from = firstFrom(range, at, letter);
    const isThere = from < range.to && names[from]?.charCodeAt(at) === letter;
    return { from, to: isThere ? firstFrom({ from, to: range.to }, at, letter + 1) : from };
  }
  /** The letters that come next, each with its names. */
  function* branches(
    range: Range,
    at: number,
  ): Generator<{ readonly letter: number; readonly range: Range }> {
    let { from } = range;
    while (from < range.to && (names[from]?.length ?? 0) <= at) from += 1;
    while (from < range.to) {
      const letter = names[from]?.charCodeAt(at) ?? 0;
      const to = firstFrom({ from, to: range.to }, at, letter + 1);
      yield { letter, range: { from, to } };
      from = to;
    }
  }
  /** Those that go on with the rest of `typed`, from its place `next` on. */
  function follow(range: Range, at: number, typed: string, next: number): Range {
    let found = range;
    for (let step = 0; next + step < typed.length && found.from < found.to; step += 1)
      found = withLetter(found, at + step, typed.charCodeAt(next + step));
    return found;
  }

  /** Where names stand that differ by one error, the length of what they have of `typed` beside them. */
  function* nearRanges(typed: string): Generator<{ readonly range: Range; readonly length: number }> {
    let same: Range = { from: 0, to: names.length };
    for (let at = 0; at < typed.length && same.from < same.to; at += 1) {
      const letter = typed.charCodeAt(at);
      // A letter too many.
      yield { range: follow(same, at, typed, at + 1), length: typed.length - 1 };
      // Two in turn; no name has what comes after the last one.
      const first = withLetter(same, at, typed.charCodeAt(at + 1));
      const both = withLetter(first, at + 1, letter);
      yield { range: follow(both, at + 2, typed, at + 2), length: typed.length };
      for (const branch of branches(same, at)) {
        // Another letter, or one too few.
        if (branch.letter !== letter)
          yield { range: follow(branch.range, at + 1, typed, at + 1), length: typed.length };
        yield { range: follow(branch.range, at + 1, typed, at), length: typed.length + 1 };
      }
      same = withLetter(same, at, letter);
    }
  }

  function add(name: string): void {
    let [low, high] = [0, names.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle] ?? "") >= name) high = middle;
      else low = middle + 1;
    }
    if (names[low] === name) return;
    names.splice(low, 0, name);
    nearOnes = memoize(mostRemembered);
  }

  function near(typed: string, most: number): readonly string[] {
    const whole = new Set<string>();
    const begun = new Set<string>();
    for (const { range, length } of nearRanges(typed)) {
      // The whole name is the first of those that begin with it.
      const first = names[range.from] ?? "";
      const isWhole = range.from < range.to && first.length === length && !first.startsWith(typed);
      if (isWhole) whole.add(first);
      for (let at = range.from + (isWhole ? 1 : 0); at < range.to && begun.size < most; at += 1) {
        const name = names[at] ?? "";
        if (!name.startsWith(typed)) begun.add(name);
      }
    }
    return [...new Set([...whole, ...begun])].slice(0, most);
  }

  return {
    add,
    append: (more) => {
      for (const name of more)
        if (name > (names.at(-1) ?? "")) names.push(name);
        else add(name);
      nearOnes = memoize(mostRemembered);
    },
    beginning: (typed, most) => {
      const { from, to } = follow({ from: 0, to: names.length }, 0, typed, 0);
      return to - from > most ? null : names.slice(from, to);
    },
    near: (typed, most) => nearOnes(`${most} ${typed}`, () => near(typed, most)),
  };
}
