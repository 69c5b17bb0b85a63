import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { signedOutKept } from "../../../shared/session/connect-failures.ts";
import type { AuditMore } from "../../../shared/activity-log/audit.ts";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Clinic } from "./clinic.ts";
import type { ClinicAct } from "./ports.ts";
import { listClaimViews } from "./claim-views.ts";
import type { ClinicHands } from "./hands.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Store } from "../../db/types.ts";

type ClinicRoute = Extract<keyof Handlers, `clinic.${string}`>;

type Options = {
  readonly clinic: Clinic;
  readonly hands: ClinicHands;
  readonly store: Store;
  /** Sends it now if it can be. */
  readonly sendNow: (id: RecordId) => Promise<void>;
};

const notHere = fail("not-found", say("failures.outbox.notHere"));
const neither = fail("not-reached", say("failures.clinic.neither"));

/** A clinic with several desks, as the window asks for it. */
export function createClinicHandlers({
  clinic,
  hands,
  store,
  sendNow,
}: Options): Pick<Handlers, ClinicRoute> {
  const own = (id: RecordId, { accountId, isOpen }: OpenSession): Result<Item> => {
    if (!isOpen()) return failed(signedOutKept);
    const item = store.read(({ items }) => items.find(id));
    return item?.accountId === accountId ? ok(item) : failed(notHere);
  };
  /** The item as it stands after something was done with it, which the activity log says. */
  async function after(
    { id, session }: { readonly id: RecordId; readonly session: OpenSession },
    { act, more = {} }: { readonly act: ClinicAct; readonly more?: AuditMore },
    does: (item: Item) => Promise<Result<null>> | Result<null>,
  ): Promise<Result<Item>> {
    const found = own(id, session);
    if (!found.ok) return found;
    const { kind, accountId: account } = found.value;
    const done = await does(found.value);
    if (!done.ok) return done;
    store.transaction(({ audit }) => audit.add([{ account, act, record: id, more: { kind, ...more } }]));
    return own(id, session);
  }
  const claims = (ids: readonly RecordId[]): readonly SharedClaim[] => {
    const at = clinic.line();
    return at === null
      ? []
      : store.read((repositories) =>
          listClaimViews(repositories, { account: at.account, kept: at.line.kept(), ids }),
        );
  };
  return {
    "clinic.get": () => {
      void clinic.seen();
      return ok(clinic.state());
    },
    "clinic.create": clinic.create,
    "clinic.join": clinic.join,
    "clinic.stopJoining": clinic.stopJoining,
    "clinic.invite": clinic.invite,
    "clinic.answer": ({ accept }) => clinic.answer(accept),
    "clinic.withdraw": clinic.withdraw,
    "clinic.renameDesk": ({ name }) => clinic.renameDesk(name),
    "clinic.removeDesk": clinic.removeDesk,
    "clinic.leave": (_, session) => clinic.leave(session),
    "clinic.makeSheet": clinic.makeSheet,
    "clinic.keepSheet": clinic.keepSheet,
    "clinic.recover": clinic.recover,
    "clinic.look": clinic.look,
    "clinic.claims": ({ ids }) => ok({ claims: [...claims(ids)] }),
    "clinic.takeOver": ({ id }, session) => after({ id, session }, { act: "taken-over" }, hands.takeOver),
    "clinic.handOver": ({ id, to }, session) =>
      after({ id, session }, { act: "handed-over", more: { other: to } }, (item) => hands.handOver(item, to)),
    "clinic.bookWithoutHub": async ({ id }, session) => {
      const before = own(id, session);
      const allowed = await after({ id, session }, { act: "booked-without-hub" }, hands.withoutHub);
      if (!before.ok || !allowed.ok) return allowed;
      await sendNow(id);
      // A try that was under way by itself had asked the hub before it was allowed without.
      const isStill = store.read(({ items }) => items.find(id))?.status === "ready";
      if (isStill) await sendNow(id);
      return hands.takeBack(before.value) ? failed(neither) : own(id, session);
    },
  };
}
