import { ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { guide, type Guide } from "../../../shared/onboarding/guide.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { MetaRepository } from "../../db/record-types.ts";
import type { Store } from "../../db/types.ts";

type Options = { readonly store: Store };

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
export const createGuideHandlers = ({ store }: Options): Pick<Handlers, "guide.get" | "guide.change"> => ({
  "guide.get": (_, { accountId }) => ok(store.read(({ meta }) => guideOf(meta, accountId))),
  "guide.change": ({ isOpen, done }, { accountId }) => {
    const next = store.transaction(({ meta }) => {
      const before = guideOf(meta, accountId);
      const changed: Guide = {
        isOpen: isOpen ?? before.isOpen,
        done: done === null ? before.done : [...new Set([...before.done, done])],
      };
      meta.set(keyOf(accountId), JSON.stringify(changed));
      return changed;
    });
    return ok(next);
  },
});
