/** What may part the cells of a row. */
export const separators = [",", ";", "\t", "|"] as const;
export type Separator = (typeof separators)[number];

/** Rows that are looked at. */
const lookedAt = 30;

/** The lines of a text with what stands between quotation marks taken out. */
function bareLines(text: string): readonly string[] {
  const bare = text.replace(/"[^"]*(?:"|$)/g, "");
  return bare.split(/\r\n|\r|\n/, lookedAt).filter((line) => line.trim() !== "");
}

/** The first line of some files says it to a spreadsheet: `sep=;`. */
const saying = /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?:[\r\n]|$)/i;

/** The separator that the file itself names; null: none. */
export function readDeclaredSeparator(text: string): Separator | null {
  const named = saying.exec(text)?.[1];
  return separators.find((separator) => separator === named) ?? null;
}

/** The beginning of a text without that line: it is no row. Spreadsheets that saved the file again may have filled it up. */
export const stripSeparatorLine = (text: string): string =>
  text.replace(/^"?sep=[,;\t|]?"?[,;\t| ]*(?:\r\n|\r|\n|$)/i, "");

/** The one that the file names, else the separator that stands equally often in the most lines, of those the one with most columns; a comma where there is none. */
export function guessSeparator(text: string): Separator {
  const named = readDeclaredSeparator(text);
  if (named !== null) return named;
  const lines = bareLines(text);
  const scored = separators.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const alike = usual === 0 ? 0 : counts.filter((count) => count === usual).length;
    return { separator, alike, usual };
  });
  const [best] = scored.toSorted((a, b) => b.alike - a.alike || b.usual - a.usual);
  return best?.separator ?? ",";
}
