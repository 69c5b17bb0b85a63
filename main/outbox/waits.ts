import type { Clock } from "../platform/ports.ts";
import type { CurrentAccount } from "./ports.ts";

/** Until when nothing is sent to an account's service, because it asked for that or keeps breaking off. */
export type Waits = {
  /** On the clock that only grows; one that has passed means no wait. */
  readonly until: (account: CurrentAccount) => number;
  /** The same as an RFC 3339 instant, for showing; null when there is no wait. */
  readonly shown: (account: CurrentAccount) => string | null;
  /** At least that long from now, in milliseconds. */
  readonly atLeast: (account: CurrentAccount, milliseconds: number) => void;
};

/**
 * The waits of each service. A restart forgets them, since only the clock on the wall could say what is left:
 * then at most as many requests as are in flight at once hear it again.
 */
export function waits(clock: Clock): Waits {
  const known = new Map<string, number>();
  const until = ({ credentials }: CurrentAccount): number => known.get(credentials.serviceAddress) ?? 0;
  return {
    until,
    shown: (account) => {
      const left = until(account) - clock.monotonic();
      return left > 0 ? new Date(clock.now().getTime() + left).toISOString() : null;
    },
    atLeast: (account, milliseconds) => {
      const at = Math.max(until(account), clock.monotonic() + milliseconds);
      known.set(account.credentials.serviceAddress, at);
    },
  };
}
