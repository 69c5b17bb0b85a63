import { ok } from "../../../shared/core/failure.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { OpenSession } from "../session/open-session.ts";
import { setStaff, readStaffName } from "../outbox/index.ts";
import type { Store } from "../../db/types.ts";

type Options = { readonly store: Store; readonly session: () => OpenSession | null };

/** Who is at the desk. A name and no password: it says who began what, and keeps nobody out. */
export const createStaffHandlers = ({
  store,
  session,
}: Options): Pick<Handlers, "staff.get" | "staff.choose"> => ({
  "staff.get": () => {
    const account = session()?.accountId ?? null;
    return ok({ name: account === null ? null : store.read(({ meta }) => readStaffName(meta, account)) });
  },
  "staff.choose": ({ name }, { accountId }) => {
    store.transaction(({ meta }) => setStaff(meta, { accountId, name }));
    return ok({ name });
  },
});
