import { failed } from "../../shared/core/failure.ts";
import { signedOutKept } from "../../shared/session/connect-failures.ts";
import type { Items } from "../../main/features/outbox/items.ts";
import type { CurrentAccount } from "../../main/features/outbox/ports.ts";
import type { OpenSession } from "../../main/features/session/open-session.ts";

/** The session of the account that is at the desk now, over as soon as that is another one. */
export const sessionOf =
  (account: () => CurrentAccount | null): (() => OpenSession | null) =>
  () => {
    const now = account();
    return now && { ...now, isOpen: () => account()?.accountId === now.accountId };
  };

/** The session of the account of that id. */
export const sessionFor = (accountId: () => string | null): (() => OpenSession | null) =>
  sessionOf(() => {
    const id = accountId();
    const credentials = { serviceAddress: "https://service.example", token: "test-token" };
    return id === null ? null : { accountId: id, practice: false, credentials };
  });

type Called = Readonly<Record<string, (input: never, session: OpenSession) => unknown>>;

/** Handlers that are called with their input alone. */
export type WithSession<H> = {
  readonly [N in keyof H]: H[N] extends (input: infer I, session: OpenSession) => infer A
    ? (input: I) => A
    : never;
};

/** Handlers as the router calls them: with the session that is open, and not at all while there is none. */
export function withSession<H extends Called>(
  handlers: H,
  session: () => OpenSession | null,
): WithSession<H> {
  const called = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: never) => {
      const at = session();
      return at === null ? failed(signedOutKept) : handler(input, at);
    },
  ]);
  return Object.fromEntries(called) as WithSession<H>;
}

/** A session that is over. */
const over: OpenSession = {
  accountId: "nobody",
  practice: false,
  credentials: { serviceAddress: "https://service.example", token: "" },
  isOpen: () => false,
};

/** What whoever is at the desk now does with items. */
export const itemsAt = (items: (session: OpenSession) => Items, session: () => OpenSession | null): Items =>
  new Proxy({} as Items, { get: (_, name: keyof Items) => items(session() ?? over)[name] });
