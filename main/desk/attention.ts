import type { AccountId } from "../../shared/session/account.ts";

type Options = {
  /** Whether a person is looking at the window: the navigation's count says it there. */
  readonly isWatched: () => boolean;
  readonly badge: (count: number) => void;
  readonly notify: (count: number) => void;
  /** A booking was denied: nobody's name stands in it. */
  readonly notifyDenied: (denied: number) => void;
};

export type Needed = {
  /** Items that wait for a person. */
  readonly count: number;
  /** Bookings that a notice says were denied, and nobody has looked at. */
  readonly denied: number;
  /** Whose they are; null when nobody is signed in. */
  readonly accountId: AccountId | null;
};

/**
 * Tells people outside of the window how many items need them: a badge always, and a notification when there are more
 * than before and nobody looks. What was there at the start, or when another account came to the desk, is no news.
 */
export function createAttention({
  isWatched,
  badge,
  notify,
  notifyDenied,
}: Options): (needed: Needed) => void {
  let known: Needed | null = null;
  return (needed) => {
    const before = known;
    known = needed;
    const { count, denied, accountId } = needed;
    const shown = count + denied;
    if (before === null || shown !== before.count + before.denied) badge(shown);
    if (before?.accountId !== accountId || isWatched()) return;
    if (denied > before.denied) notifyDenied(denied);
    else if (count > before.count) notify(count);
  };
}
