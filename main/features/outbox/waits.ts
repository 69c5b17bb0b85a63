import type { Clock } from "../../platform/ports.ts";
import type { CurrentAccount } from "./ports.ts";

/** `asked`: by the service. `ours`: a queue that keeps failing slows down. */
export type WaitReason = "asked" | "ours";

/** Until when nothing is sent to an account's service, because it asked for that or keeps breaking off. */
export type Waits = {
  /** On the clock that only grows; one that has passed means no wait. */
  readonly until: (account: CurrentAccount) => number;
  /** The same, counting what the service asked for alone: not even a probe is sent before it. */
  readonly askedUntil: (account: CurrentAccount) => number;
  /** The first as an RFC 3339 instant, for showing; null when there is no wait. */
  readonly shown: (account: CurrentAccount) => string | null;
  /** At least that long from now, in milliseconds. */
  readonly atLeast: (account: CurrentAccount, milliseconds: number, reason: WaitReason) => void;
};

/**
 * The waits of each service. A restart forgets them, since only the clock on the wall could say what is left:
 * then at most as many requests as are in flight at once hear it again.
 */
export function createRetryWindows(clock: Clock): Waits {
  const known: Record<WaitReason, Map<string, number>> = { asked: new Map(), ours: new Map() };
  const of = (reason: WaitReason, { credentials }: CurrentAccount): number =>
    known[reason].get(credentials.serviceAddress) ?? 0;
  const until = (account: CurrentAccount): number => Math.max(of("asked", account), of("ours", account));
  return {
    until,
    askedUntil: (account) => of("asked", account),
    shown: (account) => {
      const left = until(account) - clock.monotonic();
      return left > 0 ? new Date(clock.now().getTime() + left).toISOString() : null;
    },
    atLeast: (account, milliseconds, reason) => {
      const at = Math.max(of(reason, account), clock.monotonic() + milliseconds);
      known[reason].set(account.credentials.serviceAddress, at);
    },
  };
}
