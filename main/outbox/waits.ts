import type { AccountId } from "../../contract/records/account.ts";
import type { Item } from "../../contract/records/item.ts";
import type { Clock } from "../platform/ports.ts";
import type { OutboxStore } from "./ports.ts";

/** Until when nothing is sent for an account, because its service asked for that or keeps breaking off. */
export type Waits = {
  /** On the clock that only grows; one that has passed means no wait. */
  readonly until: (accountId: AccountId) => number;
  /** The same as an RFC 3339 instant, for showing; null when there is no wait. */
  readonly shown: (accountId: AccountId) => string | null;
  /** At least that long from now, in milliseconds. */
  readonly atLeast: (accountId: AccountId, milliseconds: number) => void;
};

type Options = { readonly store: Pick<OutboxStore, "readyItems">; readonly clock: Clock };

/** As many as are in flight at once can have been answered with a 429, and they are the oldest. */
const looksAt = 16;

/**
 * How much of the wait that this item was answered with is left, in milliseconds. The clock on the wall has a
 * say in it, since nothing else outlives the program: set back, it makes nobody wait longer than was asked.
 */
function leftOf({ problem, attempts }: Item, now: number): number {
  const ended = Date.parse(attempts.at(-1)?.endedAt ?? "");
  if (problem?.code !== "rate-limited" || Number.isNaN(ended)) return 0;
  const asked = (problem.details.retryAfterSeconds ?? 0) * 1_000;
  return Math.min(asked, Math.max(0, ended + asked - now));
}

/** The waits of each account: those of this run, and what is left of one that the last run was asked for. */
export function waits({ store, clock }: Options): Waits {
  const known = new Map<AccountId, number>();

  function recalled(accountId: AccountId): number {
    const now = clock.now().getTime();
    const left = store.readyItems(accountId, looksAt).map((item) => leftOf(item, now));
    return clock.monotonic() + Math.max(0, ...left);
  }
  function until(accountId: AccountId): number {
    const at = known.get(accountId) ?? recalled(accountId);
    known.set(accountId, at);
    return at;
  }
  return {
    until,
    shown: (accountId) => {
      const left = until(accountId) - clock.monotonic();
      return left > 0 ? new Date(clock.now().getTime() + left).toISOString() : null;
    },
    atLeast: (accountId, milliseconds) =>
      void known.set(accountId, Math.max(until(accountId), clock.monotonic() + milliseconds)),
  };
}
