import type { z } from "zod";

/** Columns that must say what the record says, where they are read. */
const sameColumns = ["id", "accountId", "kind", "status"] as const;
/** A record's row: its id, its JSON, and what else of it is to be the same. */
export type Row = { readonly id: string; readonly json: string } & {
  readonly [Name in (typeof sameColumns)[number]]?: string;
};

const fits = (record: object, row: Row): boolean =>
  sameColumns.every((name) => row[name] === undefined || Reflect.get(record, name) === row[name]);

/** Reads the JSON of a row; null when it is no such record any more. The row itself stays as it is. */
export function parseRow<S extends z.ZodType>(schema: S, json: string): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Reads rows; those that cannot be read, or hold another record than their columns say, are named. */
export function parseRows<T extends { readonly id: string }>(
  schema: z.ZodType<T>,
  rows: readonly Row[],
): { items: T[]; damaged: string[] } {
  const items: T[] = [];
  const damaged: string[] = [];
  for (const row of rows) {
    const record = parseRow(schema, row.json);
    if (record !== null && fits(record, row)) items.push(record);
    else damaged.push(row.id);
  }
  return { items, damaged };
}
