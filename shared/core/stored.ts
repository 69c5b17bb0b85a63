import type { z } from "zod";

/** A record as it is kept on this computer, without its version. */
export type KeptRecord = Readonly<Record<string, unknown>>;

/**
 * Makes a record of one version one of the next; pure. Adding a field is one that gives it a value. It may meet an
 * item without its long texts, which a list does not read.
 */
export type Upgrade = (record: KeptRecord) => KeptRecord;

/**
 * What a kind of record is today, and how what was kept before becomes that, oldest first. Its version is one more
 * than there are upgrades. One that was ever released is never changed again.
 */
export type Shape<S extends z.ZodType> = { readonly schema: S; readonly upgrades: readonly Upgrade[] };

/** Why a record cannot be read: it is none any more, or a newer Front Desk wrote it. Either way it is kept. */
export type Unreadable = "damaged" | "newer";

export const getVersion = ({ upgrades }: Pick<Shape<z.ZodType>, "upgrades">): number => upgrades.length + 1;

/** The record with its version, as it is kept. */
export const stampVersion = (shape: Pick<Shape<z.ZodType>, "upgrades">, record: object): KeptRecord => ({
  v: getVersion(shape),
  ...record,
});

const isRecord = (value: unknown): value is KeptRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads what was kept in this version or an earlier one. */
export function readStored<S extends z.ZodType>(shape: Shape<S>, kept: unknown): z.output<S> | Unreadable {
  if (!isRecord(kept)) return "damaged";
  const { v, ...record } = kept;
  if (typeof v !== "number" || !Number.isInteger(v) || v < 1) return "damaged";
  if (v > getVersion(shape)) return "newer";
  const now = shape.upgrades.slice(v - 1).reduce<KeptRecord>((older, upgrade) => upgrade(older), record);
  const parsed = shape.schema.safeParse(now);
  return parsed.success ? parsed.data : "damaged";
}
