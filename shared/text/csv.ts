/** A line of a file of columns; `line` is its first in the file, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

export type CsvRead =
  | { readonly rows: readonly CsvRow[]; readonly openQuote: null }
  /** Quotation marks that are opened in that line end nowhere. */
  | { readonly rows: null; readonly openQuote: number };

const separators = [",", ";", "\t"] as const;

/** The one of them that stands most often in the first line, outside of quotation marks. */
function separatorOf(text: string): string {
  const first = (/(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const count = (mark: string): number => first.split(mark).length;
  return separators.toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}

/**
 * Reads columns as spreadsheets write them: commas, semicolons or tabs between, quotation marks around what holds one of
 * those or a line's end, and doubled inside. Empty lines are passed over.
 */
export function readCsv(file: string): CsvRead {
  const text = file.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let at = 0;
  let line = 1;
  let begun = 1;
  const endRow = (): void => {
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: begun, cells });
    cells = [];
  };
  const plain = new RegExp(`[^${separator}\r\n]*`, "y");
  const quoted = /"((?:[^"]|"")*)"/y;
  while (at <= text.length) {
    if (cells.length === 0) begun = line;
    quoted.lastIndex = at;
    const marked = quoted.exec(text);
    if (text[at] === '"' && marked === null) return { rows: null, openQuote: line };
    if (marked !== null) at = quoted.lastIndex;
    plain.lastIndex = at;
    const rest = plain.exec(text)?.[0] ?? "";
    at += rest.length;
    const inside = marked?.[1] ?? "";
    line += inside.split(/\r\n|\r|\n/).length - 1;
    cells.push(inside.replaceAll('""', '"') + rest);
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    endRow();
    at += text.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
  }
  return { rows, openQuote: null };
}

/** The signs that begin a formula, in their full-width and small forms too (OWASP, CSV Injection). */
const signs = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\u2212\uFE63\uFE62\uFE66\uFE6B\uFF20]`;
/** What may stand before one: blanks, what nobody sees, quotation marks and apostrophes, and what parts cells. */
const before = String.raw`[\s"';|\p{Cf}\p{Cc}]`;
/**
 * Where a spreadsheet would take something for a formula: at a cell's beginning, and behind what parts cells for a program that
 * reads the file with semicolons, tabs or bars. Each run is looked at once, from its first sign.
 */
const formula = new RegExp(`(?<!${before})${before}+(?=${signs})|^(?=${signs})`, "gu");
const beginsFormula = new RegExp(`^${before}*${signs}`, "u");
/** OWASP has these guarded at a cell's beginning too, whatever follows. */
const beginsWithBreak = (text: string): boolean => /^'*[\t\r\n]/.test(text) && !beginsFormula.test(text);

/** With an apostrophe wherever a formula would begin, which then is text. */
const guarded = (value: string): string =>
  (beginsWithBreak(value) ? "'" : "") +
  value.replace(formula, (run, at: number) => (at === 0 ? "'" : "") + run.replaceAll(/[;|\t\r\n]/g, "$&'"));

/** A cell as it is written: in quotation marks where it must be, and never as a formula. */
export function formatCsvCell(value: string): string {
  const safe = guarded(value);
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row as it is written, with its line end. */
export const formatCsvLine = (cells: readonly string[]): string =>
  `${cells.map(formatCsvCell).join(",")}\r\n`;

/** What was written by `formatCsvCell`. */
export function unescapeCsvCell(cell: string): string {
  const text = beginsWithBreak(cell) ? cell.replace(/^'/, "") : cell;
  return text.replace(formula, (run, at: number) =>
    (at === 0 ? run.replace(/^'/, "") : run).replaceAll(/([;|\t\r\n])'/g, "$1"),
  );
}
