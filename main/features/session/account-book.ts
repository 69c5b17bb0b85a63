import type { AccountBook } from "./sign-in.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";

/** The store as signing in uses it. */
export function createAccountBook(store: Store, clock: Clock): AccountBook {
  return {
    remember: (account, { byItself }) => {
      const now = clock.now().toISOString();
      store.transaction(({ accounts, audit }) => {
        if (byItself) audit.byProgram();
        accounts.remember({ ...account, createdAt: now, lastUsedAt: now });
      });
    },
    lastUnnamed: (serviceAddress, issuer) =>
      store
        .read(({ accounts }) => accounts.list())
        .filter((account) => account.serviceAddress === serviceAddress)
        .filter((account) => account.issuer === issuer && account.subject === null)
        .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
        .at(0)?.id ?? null,
  };
}
