import { fail, FailureError } from "../../contract/failure.ts";
import type { FileReading, ImportFile } from "../../contract/records/import.ts";
import { holdsCardNumber } from "../../domain/card/card-number.ts";
import { cleanLine } from "../../domain/clean-text.ts";
import {
  columnRead,
  guessColumns,
  hasHeads,
  noOrderSeen,
  orderFound,
  orderSeen,
  type OrderSeen,
} from "../../domain/import/columns.ts";
import { missingFields, type Columns } from "../../domain/import/row.ts";
import { guessSeparator } from "../../domain/import/separator.ts";
import type { DateContext, DateOrder } from "../../domain/time/calendar.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { decoded, guessEncoding } from "./decoding.ts";
import { eachRow } from "./records.ts";
import type { Source } from "./source.ts";

/** Bytes by which encoding and separator are guessed, and the rows by which columns are. */
const headBytes = 256 * 1024;
const headRows = 200;
const headLength = 80;

/** A file whose beginning was read: how it is read from now on. */
export type Looked = {
  readonly reading: ImportFile["reading"];
  readonly columns: Columns;
  /** The order of dates in their column: as a person said, else as far as it shows there. */
  readonly order: DateOrder | null;
  readonly heads: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
};

const refused = (why: Saying): FailureError => new FailureError(fail("invalid-input", why, { next: "none" }));

async function beginningOf(source: Source): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let count = 0;
  for await (const part of source.bytes()) {
    parts.push(part);
    count += part.length;
    if (count >= headBytes) break;
  }
  return Buffer.concat(parts);
}

async function textOf(head: Uint8Array, encoding: FileReading["encoding"]): Promise<string> {
  let text = "";
  // oxlint-disable-next-line typescript/require-await -- a generator of one part
  for await (const part of decoded(
    (async function* () {
      yield head;
    })(),
    encoding,
  ))
    text += part;
  return text;
}

async function firstRows(
  source: Source,
  reading: Pick<FileReading, "encoding" | "separator">,
): Promise<{ readonly rows: readonly (readonly string[])[]; readonly stopped: FailureError | null }> {
  const rows: (readonly string[])[] = [];
  try {
    await eachRow(source, reading, ({ cells }) => rows.push(cells) > headRows);
  } catch (error) {
    // What cannot be read further down is told with its row, by the dry run.
    if (!(error instanceof FailureError) || rows.length === 0) throw error;
    return { rows, stopped: error };
  }
  return { rows, stopped: null };
}

/** The order of all dates in the column of dates of birth. */
export const seenIn = (
  rows: readonly (readonly string[])[],
  { kinds }: Pick<Columns, "kinds">,
  before: OrderSeen = noOrderSeen,
): OrderSeen => {
  const at = kinds.indexOf("dob");
  return at === -1 ? before : rows.reduce((seen, cells) => orderSeen(seen, cells[at] ?? ""), before);
};

/** Looks at the beginning of a file. What a person said of it stands, the rest is guessed. */
export async function look(source: Source, said: FileReading | null, context: DateContext): Promise<Looked> {
  const head = await beginningOf(source);
  const encoding = said?.encoding ?? guessEncoding(head);
  if (encoding === null) throw refused(say("import.file.noText"));
  const separator = said?.separator ?? guessSeparator(await textOf(head, encoding));
  const { rows: all, stopped } = await firstRows(source, { encoding, separator });
  if (all.length === 0) throw refused(say("import.file.empty"));
  const withHeads = said?.hasHeads ?? hasHeads(all, context);
  const heads = withHeads ? (all[0] ?? []).map((cell) => cleanLine(cell, headLength)) : null;
  const rows = withHeads ? all.slice(1) : all;
  if (rows.length === 0 && said === null) throw stopped ?? refused(say("import.file.onlyHeads"));
  const guessed = guessColumns({ heads, rows }, context);
  // As many as there are now: another separator makes other columns.
  const kinds = guessed.map((kind, at) => said?.columns?.[at] ?? kind);
  const dateOrder = said?.dateOrder ?? null;
  return {
    reading: { encoding, separator, hasHeads: withHeads, columns: kinds, dateOrder },
    columns: { kinds, genderHead: heads?.[kinds.indexOf("gender")] ?? "" },
    order: dateOrder ?? orderFound(seenIn(rows, { kinds })),
    heads,
    rows,
  };
}

/** A card number is shown nowhere, also not of a column that is left out. */
const shownCell = (cell: string): string => (holdsCardNumber(cell) ? "" : cleanLine(cell, headLength));

/** What the window shows of it. */
export const shownColumns = ({
  reading,
  heads,
  rows,
  order,
}: Looked): Pick<ImportFile, "columns" | "missing"> => ({
  columns: reading.columns.map((becomes, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const head = shownCell(heads?.[at] ?? "");
    return {
      head: head === "" ? null : head,
      first: shownCell(cells[0] ?? ""),
      becomes,
      how: columnRead(becomes, cells, order),
    };
  }),
  missing: [...missingFields(reading.columns)],
});
