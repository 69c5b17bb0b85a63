import type { StretchOfRows } from "../../shared/core/place.ts";

type Moved = Pick<StretchOfRows, "from" | "anchor"> & { readonly anchorAt: number | null };

/** Where a part of a list of `total` rows begins: moved as far as its anchor has moved, and never beyond the last row. */
export function findFirstPlace({ from, anchor, anchorAt }: Moved, total: number): number {
  const moved = anchor === null || anchorAt === null ? 0 : anchorAt - anchor.was;
  return Math.max(0, Math.min(from + moved, total - 1));
}

/** Whether a place is reached sooner from the first row than from the last. What is found is the same from either end. */
export const isInFirstHalf = (place: number, total: number): boolean => place + place <= total;
