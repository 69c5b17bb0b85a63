import { failed, ok } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import { guide, type Guide } from "../../contract/records/guide.ts";
import { signedOut } from "../account/connect-failures.ts";
import type { Handlers } from "../ipc/router.ts";
import type { MetaRepository } from "../store/record-types.ts";
import type { Store } from "../store/types.ts";

type Options = { readonly store: Store; readonly accountId: () => AccountId | null };

const keyOf = (accountId: AccountId): string => `guide ${accountId}`;
const fresh: Guide = { isOpen: true, done: [] };

/** What cannot be read is no more than a list of hints: it begins anew. */
function guideOf({ get }: Pick<MetaRepository, "get">, accountId: AccountId): Guide {
  try {
    return guide.parse(JSON.parse(get(keyOf(accountId)) ?? JSON.stringify(fresh)));
  } catch {
    return fresh;
  }
}

/** The first steps of whoever is at the desk. */
export const guideHandlers = ({
  store,
  accountId,
}: Options): Pick<Handlers, "guide.get" | "guide.change"> => ({
  "guide.get": () => {
    const account = accountId();
    return account === null ? failed(signedOut) : ok(store.read(({ meta }) => guideOf(meta, account)));
  },
  "guide.change": ({ isOpen, done }) => {
    const account = accountId();
    if (account === null) return failed(signedOut);
    const next = store.transaction(({ meta }) => {
      const before = guideOf(meta, account);
      const changed: Guide = {
        isOpen: isOpen ?? before.isOpen,
        done: done === null ? before.done : [...new Set([...before.done, done])],
      };
      meta.set(keyOf(account), JSON.stringify(changed));
      return changed;
    });
    return ok(next);
  },
});
