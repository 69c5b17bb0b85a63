/** What is typed into a search box, part by part: both searches, for patients and for bookings, read it so. */
export type SearchParts = {
  /** Without the commas behind them. */
  readonly parts: readonly string[];
  /** By part: whether a comma stands behind it, as in "Doe, Jane". */
  readonly hasComma: readonly boolean[];
};

/** `# 5` is one part, and a comma stands with the part before it. */
export function splitSearchText(text: string): SearchParts {
  const typed = text
    // First of all, so that no run of blanks is gone through from each of its places: one may be pasted.
    .replaceAll(/\s+/g, " ")
    .replaceAll(/# (?=\d)/g, "#")
    .replaceAll(/ ?,[ ,]*/g, ", ")
    .split(" ")
    .filter((part) => part !== "" && part !== ",");
  return {
    parts: typed.map((part) => part.replace(",", "")),
    hasComma: typed.map((part) => part.endsWith(",")),
  };
}

const numberLike = /^[+(]?[\d().-]+$/;

/** `217`, `(217)`, `555-0199`, `#5`: a number or a part of one. */
export const isNumberPart = (part: string): boolean =>
  (numberLike.test(part) && /\d/.test(part)) || /^#\d+$/.test(part);

/** The number in `#5` or `5`; null in all else. */
export function readPlainNumber(part: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(part)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Shortest phone number: without its area code. */
export const minPhoneDigits = 7;

/** "el 5 de marzo de 1984" */
const mostDateParts = 6;

export type Run<T> = {
  readonly typed: string;
  readonly at: number;
  readonly count: number;
  readonly found: T;
};

/** The longest run of parts that can be read, the first where several are as long; null where none can. */
export function findLongestRun<T>(
  parts: readonly string[],
  read: (typed: string) => T | null,
): Run<T> | null {
  for (let count = Math.min(parts.length, mostDateParts); count > 0; count -= 1)
    for (let at = 0; at + count <= parts.length; at += 1) {
      const typed = parts.slice(at, at + count).join(" ");
      const found = read(typed);
      if (found !== null) return { typed, at, count, found };
    }
  return null;
}
