/**
 * What a slip is printed on, in millimetres as the paper is held. A roll of receipts is as long as what stands on it.
 * 62 × 29 mm is the small address label of the usual label printers, 4 × 6 inches that of the thermal ones.
 */
export const papers = {
  letter: { width: 215.9, height: 279.4 },
  a4: { width: 210, height: 297 },
  "roll-80": { width: 80, height: null },
  "label-4x6": { width: 101.6, height: 152.4 },
  "label-62x29": { width: 62, height: 29 },
} as const satisfies Readonly<Record<string, { readonly width: number; readonly height: number | null }>>;

export type Paper = keyof typeof papers;
export const paperNames = [
  "letter",
  "a4",
  "roll-80",
  "label-4x6",
  "label-62x29",
] as const satisfies readonly Paper[];

/** Of a roll, in millimetres: what a cutter can take at least, and more than any slip needs. */
export const rollLength = { least: 40, most: 2_000 } as const;

/** One sheet. `length` is that of a roll, in millimetres; null for paper that has its own. */
export type PaperSheet = { readonly paper: Paper; readonly length: number | null };

/** How large a sheet is, in millimetres. */
export function getSheetSize({ paper, length }: PaperSheet): {
  readonly width: number;
  readonly height: number;
} {
  const { width, height } = papers[paper];
  return { width, height: height ?? Math.min(Math.max(length ?? 0, rollLength.least), rollLength.most) };
}

/** Where paper is cut to US Letter, by the Unicode CLDR's supplemental data on paper sizes. */
const letterRegions = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));

/** The paper that is usual where a language is spoken: `en-GB` has A4. A language alone counts for its largest region. */
export function getUsualPaper(locale: string): Paper {
  try {
    const region = new Intl.Locale(locale).maximize().region ?? "";
    return letterRegions.has(region) ? "letter" : "a4";
  } catch {
    return "letter";
  }
}
