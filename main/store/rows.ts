import type { z } from "zod";

/** A record's row: its id and its JSON. */
export type Row = { readonly id: string; readonly json: string };

/** Reads the JSON of a row; null when it is no such record any more. The row itself stays as it is. */
export function parseRow<S extends z.ZodType>(schema: S, json: string): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Reads rows; those that cannot be read, or hold another record than their id says, are named. */
export function parseRows<T extends { readonly id: string }>(
  schema: z.ZodType<T>,
  rows: readonly Row[],
): { items: T[]; damaged: string[] } {
  const items: T[] = [];
  const damaged: string[] = [];
  for (const row of rows) {
    const record = parseRow(schema, row.json);
    if (record?.id === row.id) items.push(record);
    else damaged.push(row.id);
  }
  return { items, damaged };
}
