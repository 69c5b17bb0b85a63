import type { Clock } from "../../platform/ports.ts";
import type { Connectivity } from "./connectivity.ts";
import type { CurrentAccount, OutboxContext } from "./ports.ts";
import type { Waits } from "./brake.ts";

type Options = {
  readonly context: Pick<OutboxContext, "account">;
  readonly connectivity: Pick<Connectivity, "isFresh">;
  readonly waits: Waits;
  readonly clock: Pick<Clock, "monotonic">;
  /** False: nothing is sent from this desk, such as while it must have a PIN and has none. */
  readonly mayWork: () => boolean;
};

/** Tells whether requests of an account may leave this desk as it stands now. */
export type SendGate = ReturnType<typeof createSendGate>;

export function createSendGate({ context, connectivity, waits, clock, mayWork }: Options) {
  let isClosed = false;
  const isAtDesk = ({ accountId, credentials }: CurrentAccount): boolean => {
    const now = context.account();
    return (
      now?.accountId === accountId &&
      now.credentials.token === credentials.token &&
      now.credentials.serviceAddress === credentials.serviceAddress
    );
  };
  const mustWait = (account: CurrentAccount): boolean => clock.monotonic() < waits.until(account);
  return {
    /** For good: nothing is begun any more, and nothing that has begun goes out. */
    close: (): void => void (isClosed = true),
    isClosed: () => isClosed,
    /** The account whose items may be sent; null: none may. */
    findAccount: (): CurrentAccount | null => {
      const account = context.account();
      return account === null || !mayWork() ? null : account;
    },
    /** The same account, with the same credentials, is at the desk. */
    isAtDesk,
    /** Its service asked for a wait, or keeps breaking off. */
    mustWait,
    /** Whatever was so when an item took its place may have changed since. */
    mayBegin: (account: CurrentAccount): boolean =>
      !isClosed && mayWork() && isAtDesk(account) && !mustWait(account) && connectivity.isFresh(),
  };
}
