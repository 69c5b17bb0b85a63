import { createDeskPlaces } from "../../features/lock/desk-places.ts";
import { createDeskPolicy } from "../../features/policy/desk-policy.ts";
import { createAccountBook } from "../../features/session/account-book.ts";
import { signIn } from "../../features/session/sign-in.ts";
import { createDeskSettings } from "../../features/settings/desk-settings.ts";
import { tryToken } from "../../features/webhooks/webhooks.ts";
import type { DeskOptions } from "../desk.ts";
import type { DeskEvents } from "../events.ts";
import { createSessions } from "../session.ts";
import type { Connections } from "./connections.ts";
import type { Base } from "./records.ts";

type Around = {
  readonly events: DeskEvents;
  readonly connections: Connections;
  readonly lock: NonNullable<DeskOptions["lock"]>;
};

/** Who is at the desk, with their settings and what the organization sets; and which addresses may be used for them. */
export function createAccountParts(base: Base, { events, connections, lock }: Around) {
  const sessions = createSessions();
  const session = sessions.current;
  const policy = createDeskPolicy({ ...base, session, onTaken: events.policy.tell });
  const settings = createDeskSettings({
    ...base,
    session,
    policy: policy.view,
    onSaved: events.settings.tell,
  });
  const places = createDeskPlaces({
    ...base,
    account: session,
    settings: settings.current,
    policy: policy.view,
    mayChange: lock.mayChange,
  });
  const account = signIn({
    ...base,
    mayConnect: policy.mayConnect,
    agree: places.agree,
    accounts: createAccountBook(base.store, base.clock),
    practice: connections.practice,
    tryToken: (credentials) => tryToken(connections.client, credentials),
    uuid: base.random.uuid,
    onChange: events.account.tell,
  });
  return { sessions, policy, settings, places, account };
}

export type AccountParts = ReturnType<typeof createAccountParts>;

/** What every part of an open desk is built with. */
export const createAtDesk = (base: Base, { sessions, settings, places }: AccountParts) => ({
  ...base,
  agree: places.agree,
  agreeToDeed: places.agreeToDeed,
  session: sessions.current,
  accountId: (): string | null => sessions.current()?.accountId ?? null,
  settings: settings.current,
});

export type AtDesk = ReturnType<typeof createAtDesk>;
