import { ok } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { SignIn } from "./sign-in.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Connectivity } from "../outbox/connectivity.ts";
import type { Clock } from "../../platform/ports.ts";

type Options = {
  readonly account: SignIn;
  readonly line: Connectivity;
  readonly clock: Pick<Clock, "limits">;
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** Before anything can be sent under an account. */
  readonly beforeConnecting: () => Promise<void>;
};

type SessionRoute =
  | "session.get"
  | "session.inspectToken"
  | "session.connect"
  | "session.practise"
  | "session.signOut"
  | "connection.check";

/** Milliseconds that a slow keychain may keep the first screen waiting: then nobody is signed in, until it answers. */
const longestWait = 1_000;

/** Signing in and out, and the line, which is another one after each. */
export function createDeskSession({ account, line, clock, onChange, beforeConnecting }: Options): {
  /** Whoever was at the desk when the program ended is again. */
  readonly restore: () => Promise<void>;
  /** Whoever is at the desk now has a line of their own. */
  readonly begin: () => Promise<void>;
  readonly handlers: Pick<Handlers, SessionRoute>;
} {
  const restored = Promise.withResolvers<void>();
  async function begin(): Promise<void> {
    line.reset(account.current() !== null);
    onChange([]);
    await line.check();
  }
  return {
    restore: async () => {
      await account.restore();
      restored.resolve();
    },
    begin,
    handlers: {
      "session.get": async () => {
        // Else who is signed in would see the sign-in screen for a moment.
        clock.limits.after(longestWait, restored.resolve);
        await restored.promise;
        const [session, connection] = [account.session(), line.current()];
        // The line is looked at once the first screen stands.
        const isNew = connection.state === "signed-out" && session.status !== "signed-out";
        return ok({ session, connection: isNew ? { ...connection, state: "checking" } : connection });
      },
      "session.inspectToken": ({ token }) => ok(account.inspect(token)),
      "session.connect": async (input) => {
        await beforeConnecting();
        const result = await account.connect(input);
        if (result.ok) await begin();
        return result;
      },
      "session.practise": async () => {
        const result = await account.practise();
        await begin();
        return result;
      },
      "session.signOut": async () => {
        // The keychain may take its time; from here on nothing is asked or sent with that token.
        const [signedOut] = await Promise.all([account.signOut(), begin()]);
        return signedOut;
      },
      "connection.check": async () => ok(await line.check()),
    },
  };
}
