import { failed, ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { signedOutAtFirst } from "../../../shared/session/connect-failures.ts";
import type { Handlers } from "../../ipc/router.ts";
import { setStaff, readStaffName } from "../outbox/index.ts";
import type { Store } from "../../db/types.ts";

type Options = { readonly store: Store; readonly accountId: () => AccountId | null };

/** Who is at the desk. A name and no password: it says who began what, and keeps nobody out. */
export const createStaffHandlers = ({
  store,
  accountId,
}: Options): Pick<Handlers, "staff.get" | "staff.choose"> => ({
  "staff.get": () => {
    const account = accountId();
    return ok({ name: account === null ? null : store.read(({ meta }) => readStaffName(meta, account)) });
  },
  "staff.choose": ({ name }) => {
    const account = accountId();
    if (account === null) return failed(signedOutAtFirst);
    store.transaction(({ meta }) => setStaff(meta, { accountId: account, name }));
    return ok({ name });
  },
});
