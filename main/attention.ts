import type { AccountId } from "../contract/records/account.ts";
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

/** How many items need a person, and whose they are; null when nobody is signed in. */
export type Needed = { readonly count: number; readonly accountId: AccountId | null };

/**
 * Tells people outside of the window how many items need them: a badge always, and a notification when there are more
 * than before and nobody looks. What was there at the start, or when another account came to the desk, is no news.
 */
export function attention({ isWatched, badge, notify }: Options): (needed: Needed) => void {
  let known: Needed | null = null;
  return (needed) => {
    const before = known;
    known = needed;
    const { count, accountId } = needed;
    if (count !== before?.count) badge(count);
    if (before?.accountId === accountId && count > before.count && !isWatched()) notify(count);
  };
}
