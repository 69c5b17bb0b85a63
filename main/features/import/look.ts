import { fail, FailureError } from "../../../shared/core/failure.ts";
import type { FileColumn, FileReading, ImportFile } from "../../../shared/import/import.ts";
import { hasCardNumber } from "../../../shared/cards/card-number.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import {
  readColumn,
  guessColumns,
  findHeadRow,
  isWhole,
  noOrderSeen,
  chooseDateOrder,
  countDateOrder,
  findDateOrderProof,
  type OrderSeen,
} from "../../../shared/import/columns.ts";
import { listMissingFields, type Columns } from "../../../shared/import/row.ts";
import { guessSeparator, readDeclaredSeparator } from "../../../shared/import/separator.ts";
import type { DateContext, DateOrder } from "../../../shared/time/calendar.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import { decodeBytes, guessEncoding, detectEncodingMark } from "./decoding.ts";
import { readRows, type FileRow } from "./records.ts";
import type { Source } from "./source.ts";

/** Bytes by which encoding and separator are guessed, and the rows by which columns are. */
const headBytes = 256 * 1024;
const headRows = 200;
const headLength = 80;
/** Letters by which a person knows a row again: a list to choose from shows them in one line, also in a narrow window. */
const rowLength = 60;
/** Rows among which a person finds the one that names the columns. */
const topRows = 12;

/** A file whose beginning was read: how it is read from now on. */
export type InspectedFile = {
  readonly reading: ImportFile["reading"];
  readonly columns: Columns;
  /** What each column was guessed from, and the rest. */
  readonly from: readonly FileColumn["from"][];
  readonly toldBy: ImportFile["toldBy"];
  readonly top: ImportFile["top"];
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
  for await (const part of decodeBytes(
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
): Promise<{ readonly rows: readonly FileRow[]; readonly stopped: FailureError | null }> {
  const rows: FileRow[] = [];
  try {
    await readRows(source, reading, (row) => rows.push(row) > headRows);
  } catch (error) {
    // What cannot be read further down is told with its row, by the dry run.
    if (!(error instanceof FailureError) || rows.length === 0) throw error;
    return { rows, stopped: error };
  }
  return { rows, stopped: null };
}

/** The order of all dates in the column of dates of birth. */
export const describeColumn = (
  rows: readonly (readonly string[])[],
  { kinds }: Pick<Columns, "kinds">,
  before: OrderSeen = noOrderSeen,
): OrderSeen => {
  const at = kinds.indexOf("dob");
  return at === -1 ? before : rows.reduce((seen, cells) => countDateOrder(seen, cells[at] ?? ""), before);
};

/** A card number is shown nowhere, also not of a column that is left out. */
const shownCell = (cell: string): string => (hasCardNumber(cell) ? "" : cleanLine(cell, headLength));

const shownRow = ({ row, cells }: FileRow): ImportFile["top"][number] => ({
  row,
  text: cleanLine(
    cells
      .map(shownCell)
      .filter((cell) => cell !== "")
      .join(" · "),
    rowLength,
  ),
});

/** Looks at the beginning of a file. What a person said of it stands, the rest is guessed. */
export async function inspectFile(
  source: Source,
  said: FileReading | null,
  context: DateContext,
): Promise<InspectedFile> {
  const head = await beginningOf(source);
  const encoding = said?.encoding ?? guessEncoding(head);
  if (encoding === null) throw refused(say("import.file.noText"));
  const text = await textOf(head, encoding);
  const separator = said?.separator ?? guessSeparator(text);
  const { rows: all, stopped } = await firstRows(source, { encoding, separator });
  if (all.length === 0) throw refused(say("import.file.empty"));
  const cellsOf = (rows: readonly FileRow[]) => rows.map(({ cells }) => cells);
  const at = findHeadRow(cellsOf(all), context);
  const foundRow = at === null ? null : (all[at]?.row ?? null);
  const headRow = said === null ? foundRow : said.headRow;
  const headCells = all.find(({ row }) => row === headRow)?.cells;
  const heads = headCells?.map((cell) => cleanLine(cell, headLength)) ?? null;
  const rows = cellsOf(all.filter(({ row }) => row > (headRow ?? 0)));
  if (rows.length === 0 && said === null) throw stopped ?? refused(say("import.file.onlyHeads"));
  const guesses = guessColumns({ heads, rows }, context);
  // As many as there are now: another separator makes other columns.
  const kinds = guesses.map(({ kind }, column) => said?.columns?.[column] ?? kind);
  const dateOrder = said?.dateOrder ?? null;
  const isCounted = all.some(({ cells }) => cells.length > 1);
  return {
    reading: { encoding, separator, headRow, columns: kinds, dateOrder },
    columns: { kinds, genderHead: heads?.[kinds.indexOf("gender")] ?? "" },
    from: guesses.map(({ kind, from }, column) => (kinds[column] === kind ? from : "person")),
    toldBy: {
      encoding:
        encoding !== guessEncoding(head) ? "person" : detectEncodingMark(head) === null ? "letters" : "mark",
      separator:
        separator !== guessSeparator(text)
          ? "person"
          : readDeclaredSeparator(text) !== null
            ? "line"
            : isCounted
              ? "counted"
              : "none",
      headRow: headRow === foundRow ? "words" : "person",
    },
    top: all.slice(0, topRows).map(shownRow),
    order: dateOrder ?? chooseDateOrder(describeColumn(rows, { kinds })),
    heads,
    rows,
  };
}

function shownDate(cells: readonly string[], order: DateOrder): string | null {
  const shows = findDateOrderProof(cells, order);
  return shows === null ? null : shownCell(shows);
}

const cellsAt = (rows: InspectedFile["rows"], column: number): readonly string[] =>
  rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");

/** What the window shows of it. */
export const toShownColumns = ({
  reading,
  heads,
  rows,
  order,
  from,
  toldBy,
  top,
}: InspectedFile): Pick<ImportFile, "columns" | "missing" | "toldBy" | "top"> => ({
  toldBy,
  top: [...top],
  columns: reading.columns.map((becomes, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const head = shownCell(heads?.[at] ?? "");
    return {
      head: head === "" ? null : head,
      first: shownCell(cells[0] ?? ""),
      becomes,
      how: readColumn(becomes, cells, order),
      from: from[at] ?? "nothing",
      shows: becomes === "dob" && order !== null ? shownDate(cells, order) : null,
    };
  }),
  missing: listMissingFields(reading.columns).filter(
    (field) => field !== "address" || !isWhole(cellsAt(rows, reading.columns.indexOf("place"))),
  ),
});
