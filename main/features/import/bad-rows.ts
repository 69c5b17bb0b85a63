import type { ImportRow } from "../../../shared/import/import.ts";
import { hasCardNumber } from "../../../shared/cards/card-number.ts";
import { cleanLine, stripHidden } from "../../../shared/text/clean-text.ts";
import { unescapeCsvCell, formatCsvLine } from "../../../shared/text/csv.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import type { Clock } from "../../platform/ports.ts";
import { readDataRows } from "./dry-run.ts";
import { isBad, type Judge } from "./judge.ts";
import type { InspectedFile } from "./look.ts";
import type { Source } from "./source.ts";
import type { WriteLine } from "./write-lines.ts";

const longestWhy = 1_000;

/** What is wrong with a row, in one cell. */
const whyBad = ({ errors }: Pick<ImportRow, "errors">): string =>
  cleanLine([...new Set(Object.values(errors).map(said))].join(" "), longestWhy);

/** A card number is written nowhere, and nothing that cannot be seen: it is not read either when the file comes again. */
const cellOf = (cell: string): string =>
  hasCardNumber(cell) ? "" : stripHidden(unescapeCsvCell(cell), "lines");

/** A date that was read means the same day in whichever order the file is read when it comes again. */
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

type Options = {
  readonly source: Source;
  readonly looked: InspectedFile;
  readonly judge: Judge["judge"];
  readonly clock: Pick<Clock, "monotonic">;
};

/**
 * Writes the rows of a file that must be put right, as they stand in it but for dates, each with why: to be corrected there and
 * imported again.
 * Answers how many there are.
 */
export async function writeBadRows(
  { source, looked, judge, clock }: Options,
  write: WriteLine,
): Promise<number> {
  const { kinds } = looked.columns;
  const heads = looked.heads ?? kinds.map((kind) => (kind === "leave" ? "" : words.import.kinds[kind]));
  const dobAt = kinds.indexOf("dob");
  let count = 0;
  await write(formatCsvLine([...heads.map(cellOf), words.import.whyHead]));
  await readDataRows(
    source,
    looked,
    (row) => {
      const judged = judge(row);
      if (!isBad(judged)) return;
      count += 1;
      const { dob } = judged.form;
      const cells = heads.map((_head, at) => (at === dobAt && isDay(dob) ? dob : (row.cells[at] ?? "")));
      // Behind the reason: what stands under no head.
      const more = row.cells.slice(heads.length);
      return write(formatCsvLine([...cells.map(cellOf), whyBad(judged), ...more.map(cellOf)]));
    },
    { clock },
  );
  return count;
}
