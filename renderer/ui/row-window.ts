/** A row as it stands: its place in the list, its upper edge in pixels. */
export type Placed = { readonly place: number; readonly top: number; readonly bottom: number };
/** What is in view of the list, in pixels of the same measure. */
export type View = { readonly top: number; readonly bottom: number };
type Rows = { readonly from: number; readonly to: number };

/** Pixels that a row takes on the average, with the headings between; null where nothing can be measured. */
export function measureRowHeight(rows: readonly Placed[]): number | null {
  const [first] = rows;
  const last = rows.findLast((row, at) => row.place === (first?.place ?? 0) + at);
  if (first === undefined || last === undefined) return null;
  const height = (last.bottom - first.top) / (last.place - first.place + 1);
  return height > 0 ? height : null;
}

/** The places in view: exact where the rows are drawn, else reckoned from the nearest of them. */
export function findRowsInView(rows: readonly Placed[], view: View, height: number): Rows {
  const seen = rows.filter(({ top, bottom }) => bottom > view.top && top < view.bottom);
  const first = seen[0] ?? nearest(rows, view);
  if (first === undefined) return { from: 0, to: Math.ceil((view.bottom - view.top) / height) };
  const from = first.place - Math.max(0, Math.floor((first.top - view.top) / height));
  const start = seen.length === 0 ? first.place + Math.floor((view.top - first.top) / height) : from;
  const last = seen.at(-1);
  const end =
    last === undefined
      ? start + Math.ceil((view.bottom - view.top) / height) + 1
      : last.place + 1 + Math.max(0, Math.ceil((view.bottom - last.bottom) / height));
  return { from: Math.max(0, start), to: Math.max(1, end) };
}

function nearest(rows: readonly Placed[], { top }: View): Placed | undefined {
  return rows.toSorted((a, b) => Math.abs(a.top - top) - Math.abs(b.top - top))[0];
}

/**
 * The rows to draw: those in view, and three quarters as many on either side, so that they are never more than three
 * times those in view. What is drawn stays as long as a third of that is left on both sides.
 */
export function chooseRowsToDraw(seen: Rows, drawn: Rows, total: number): Rows {
  const margin = Math.max(1, Math.floor((seen.to - seen.from) * 0.75));
  const least = Math.ceil(margin / 3);
  const isEnough =
    drawn.from <= Math.max(0, seen.from - least) &&
    drawn.to >= Math.min(total, seen.to + least) &&
    drawn.to - drawn.from <= seen.to - seen.from + margin * 2 + 2;
  return isEnough ? drawn : { from: Math.max(0, seen.from - margin), to: Math.min(total, seen.to + margin) };
}
