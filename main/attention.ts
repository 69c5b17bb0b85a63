import type { ItemCounts } from "../contract/records/item.ts";
import { urgentStatuses } from "../contract/records/urgent.ts";

type Options = {
  /** Whether a person is looking at the window: the navigation's count says it there. */
  readonly isWatched: () => boolean;
  readonly badge: (count: number) => void;
  readonly notify: (count: number) => void;
};

/** How many items wait for a person. */
export const needsPerson = (counts: ItemCounts): number =>
  urgentStatuses.reduce((sum, status) => sum + counts[status], 0);

/**
 * Tells people outside of the window how many items need them: a badge always, and a notification when there are more
 * than before and nobody looks. What was there at the start is no news.
 */
export function attention({ isWatched, badge, notify }: Options): (count: number) => void {
  let known: number | null = null;
  return (count) => {
    const before = known;
    known = count;
    if (count !== before) badge(count);
    if (before !== null && count > before && !isWatched()) notify(count);
  };
}
