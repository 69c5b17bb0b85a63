/** A list is read page by page, so that a look at old bookings does not read all the newer ones with them. */
export const pageSize = 50;

/** A page, counted from 0, and how many bookings there are in all. */
export type PageOf = { readonly page: number; readonly total: number };

export const pageOf = (page: number): { readonly limit: number; readonly offset: number } => ({
  limit: pageSize,
  offset: page * pageSize,
});

/** Which of the bookings stand on a page, counted from 1, and whether there are others. */
export function placeOnPage({ page, total }: PageOf): {
  readonly first: number;
  readonly last: number;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
} {
  const { offset } = pageOf(page);
  const last = Math.min(total, offset + pageSize);
  return { first: Math.min(offset + 1, last), last, hasNewer: page > 0, hasOlder: last < total };
}
