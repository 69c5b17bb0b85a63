import { CsvError, parse } from "csv-parse";
import { pipeline } from "node:stream/promises";
import { fail, FailureError } from "../../../shared/core/failure.ts";
import type { FileReading } from "../../../shared/import/import.ts";
import { isEmptyRow } from "../../../shared/import/row.ts";
import { stripSeparatorLine } from "../../../shared/import/separator.ts";
import { say } from "../../../messages/saying.ts";
import { decodeBytes } from "./decoding.ts";
import type { Source } from "./source.ts";

/** Bytes of the longest row, and the most rows and columns, that are read. */
const longestRow = 256 * 1024;
export const maxImportRows = 1_000_000;
export const mostColumns = 200;

/** `row` counts from 1, empty ones too, as a spreadsheet shows them: without a line that says the separator. */
export type FileRow = { readonly row: number; readonly cells: readonly string[] };
/** Answers true when no more is wanted. */
export type OnRow = (row: FileRow) => boolean | Promise<boolean>;

const wrong = (why: ReturnType<typeof say>): FailureError =>
  new FailureError(fail("invalid-input", why, { next: "none" }));

/** What the parser stopped at, for a person. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  // So many rows were read before it, given or not.
  const row = Number(error["records"]) + 1;
  if (error.code === "CSV_QUOTE_NOT_CLOSED") return wrong(say("import.file.openQuote", { row }));
  if (error.code === "CSV_MAX_RECORD_SIZE") return wrong(say("import.file.longRow", { row }));
  return error;
}

/** Ends a reading of which enough was seen. */
class Enough extends Error {}

type Reading = Pick<FileReading, "encoding" | "separator">;
type Options = {
  readonly signal?: AbortSignal;
  /** Told how many bytes were read so far. */
  readonly onBytes?: (count: number) => void;
};

async function* counted(source: Source, onBytes: (count: number) => void): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const part of source.bytes()) {
    count += part.length;
    onBytes(count);
    yield part;
  }
}

/** Letters in which a line that says the separator would have ended. */
const beginning = 1_000;

/** A text without the line that says its separator. */
async function* rowsAlone(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string | null = "";
  for await (const part of parts) {
    if (begun === null) yield part;
    else begun += part;
    if (begun === null || begun.length < beginning) continue;
    yield stripSeparatorLine(begun);
    begun = null;
  }
  if (begun !== null) yield stripSeparatorLine(begun);
}

/**
 * Reads the rows of a file one after another, without ever having more of it in memory than a few parts. Rejects with a
 * `FailureError` where it cannot be read on: everything before was given already.
 */
export async function readRows(
  source: Source,
  { encoding, separator }: Reading,
  onRow: OnRow,
  { signal, onBytes = () => undefined }: Options = {},
): Promise<void> {
  let row = 0;
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    // A quotation mark in the middle of a cell is one.
    relax_quotes: true,
    max_record_size: longestRow,
    record_delimiter: ["\r\n", "\n", "\r"],
  });
  try {
    await pipeline(
      rowsAlone(decodeBytes(counted(source, onBytes), encoding)),
      parser,
      async (records: AsyncIterable<readonly string[]>) => {
        for await (const cells of records) {
          row += 1;
          if (isEmptyRow(cells)) continue;
          if (row > maxImportRows + 1) throw wrong(say("import.file.rows", { count: maxImportRows }));
          if (cells.length > mostColumns)
            throw wrong(say("import.file.columns", { count: mostColumns, row }));
          const answer = onRow({ row, cells });
          if (answer === true || (typeof answer === "object" && (await answer))) throw new Enough();
        }
      },
      ...(signal === undefined ? [] : [{ signal }]),
    );
  } catch (error) {
    if (error instanceof Enough) return;
    throw failureOf(error);
  }
}
