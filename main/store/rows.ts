import type { z } from "zod";

/** Columns that must say what the record says, where they are read. */
const sameColumns = ["id", "accountId", "kind", "status"] as const;
/** A record's row: its id, its JSON, and what else of it is to be the same. */
export type Row = { readonly id: string; readonly json: string } & {
  readonly [Name in (typeof sameColumns)[number]]?: string;
};
/** An item's row with its long texts, which stand beside its JSON. */
export type WholeRow = Row & {
  readonly notes: string | null;
  readonly payload: string | null;
  readonly answer: string | null;
};

const fits = (record: object, row: Row): boolean =>
  sameColumns.every((name) => row[name] === undefined || Reflect.get(record, name) === row[name]);

/**
 * Reads the JSON of a row; null when it is no such record any more. The row itself stays as it is.
 * `complete` adds what stands beside the JSON.
 */
export function parseRow<S extends z.ZodType>(
  schema: S,
  json: string,
  complete: (value: unknown) => unknown = (value) => value,
): z.output<S> | null {
  try {
    const parsed = schema.safeParse(complete(JSON.parse(json)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Reads rows; those that cannot be read, or hold another record than their columns say, are named. */
export function parseRows<T extends { readonly id: string }, R extends Row = Row>(
  schema: z.ZodType<T>,
  rows: readonly R[],
  complete: (value: unknown, row: R) => unknown = (value) => value,
): { items: T[]; damaged: string[] } {
  const items: T[] = [];
  const damaged: string[] = [];
  for (const row of rows) {
    const record = parseRow(schema, row.json, (value) => complete(value, row));
    if (record !== null && fits(record, row)) items.push(record);
    else damaged.push(row.id);
  }
  return { items, damaged };
}
