import type { z } from "zod";
import { readStored, type Shape, type Unreadable } from "../../shared/core/stored.ts";
import { createStoreError } from "./store-error.ts";

/** Columns that must say what the record says, where they are read. */
const sameColumns = ["id", "accountId", "kind", "status"] as const;
/** A record's row: its id, its JSON, and what else of it is to be the same. */
export type JsonRow = { readonly id: string; readonly json: string } & {
  readonly [Name in (typeof sameColumns)[number]]?: string;
};
/** An item's row with its long texts, which stand beside its JSON. */
export type WholeRow = JsonRow & {
  readonly notes: string | null;
  readonly payload: string | null;
  readonly answer: string | null;
};

const fits = (record: object, row: JsonRow): boolean =>
  sameColumns.every((name) => row[name] === undefined || Reflect.get(record, name) === row[name]);

/**
 * Reads the JSON of a row, which stays as it is whatever it holds. `complete` adds what stands beside the JSON.
 */
export function parseRow<S extends z.ZodType>(
  shape: Shape<S>,
  json: string,
  complete: (value: unknown) => unknown = (value) => value,
): z.output<S> | Unreadable {
  try {
    return readStored(shape, complete(JSON.parse(json)));
  } catch {
    return "damaged";
  }
}

/** Records that were read, and the ids of those that were not. */
export type Rows<T> = { readonly items: readonly T[] } & Readonly<Record<Unreadable, readonly string[]>>;

/** Reads rows; one that holds another record than its columns say is damaged. */
export function parseRows<T extends { readonly id: string }, R extends JsonRow = JsonRow>(
  shape: Shape<z.ZodType<T>>,
  rows: readonly R[],
  complete: (value: unknown, row: R) => unknown = (value) => value,
): Rows<T> {
  const items: T[] = [];
  const unread: Record<Unreadable, string[]> = { damaged: [], newer: [] };
  for (const row of rows) {
    const record = parseRow(shape, row.json, (value) => complete(value, row));
    if (record === "damaged" || record === "newer") unread[record].push(row.id);
    else if (fits(record, row)) items.push(record);
    else unread.damaged.push(row.id);
  }
  return { items, ...unread };
}

/** Each record where it stands first. */
export function dedupeById<T extends { readonly id: string }>(records: readonly T[]): T[] {
  const each = new Map<string, T>();
  for (const record of records) if (!each.has(record.id)) each.set(record.id, record);
  return [...each.values()];
}

/** Reads the one row that is wanted; throws `damaged` or `newer` when it cannot be read. */
export function parseJsonRow<T extends { readonly id: string }, R extends JsonRow = JsonRow>(
  shape: Shape<z.ZodType<T>>,
  row: R,
  complete?: (value: unknown, row: R) => unknown,
): T {
  const { items, newer } = parseRows(shape, [row], complete);
  if (items[0] !== undefined) return items[0];
  throw createStoreError(newer.length > 0 ? "newer" : "damaged");
}

/** True in SQL where the row's record is of a later version than `:version`: it is not written over. */
export const isNewer = "case when json_valid(json) then coalesce(json ->> '$.v', 0) else 0 end > :version";
