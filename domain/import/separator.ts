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

/** The separator that stands equally often in the most lines, of those the one with most columns; a comma where there is none. */
export function guessSeparator(text: string): Separator {
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
