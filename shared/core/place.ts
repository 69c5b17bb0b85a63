import { z } from "zod";
import { recordId } from "./record-id.ts";

/** The most rows that one reading of a long list answers with. */
export const maxListRows = 50;

/**
 * A part of a long list: `limit` rows from the place `from` on, counted from 0. With an anchor the window knows where a
 * row stood when it read it: as far as that row has moved since, so far the part moves with it.
 */
export const stretchOfRows = z.strictObject({
  from: z.int().min(0).max(10_000_000),
  limit: z.int().min(1).max(maxListRows),
  anchor: z.strictObject({ id: recordId, was: z.int().min(0).max(10_000_000) }).nullable(),
});
export type StretchOfRows = z.infer<typeof stretchOfRows>;

/** Where the answered part begins; where the anchor stands now, null when it is not in the list or none was given. */
export const placeOfRows = { from: z.int(), anchorAt: z.int().nullable() };

/** A row in its place, or why it cannot be read: spoilt, or saved by a newer Front Desk. */
export const allowUnreadableRow = <S extends z.ZodType>(row: S) =>
  z.union([z.enum(["damaged", "newer"]), row]);
