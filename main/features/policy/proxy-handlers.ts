import { ok } from "../../../shared/core/failure.ts";
import type { Connection } from "../../../shared/session/account.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { ProxyPasswords } from "../../http/proxy-passwords.ts";

type Options = Pick<DeskOptions, "emit"> & {
  readonly passwords: ProxyPasswords;
  /** There is an answer to try. */
  readonly onAnswer: () => Promise<unknown>;
};

type ProxyRoute = Extract<keyof Handlers, `proxy.${string}`>;

/** What the window asks and answers of proxies that ask for a name and a password. */
export function createProxyHandlers({ passwords, emit, onAnswer }: Options): {
  readonly handlers: Pick<Handlers, ProxyRoute>;
  readonly heard: (connection: Connection) => void;
  readonly stop: () => void;
} {
  const state = async () => ok(await passwords.state());
  let isOnline = false;
  return {
    // Once, when it comes back: what is typed meanwhile for another proxy stays.
    heard: ({ state: now }) => {
      if (now === "online" && !isOnline) passwords.settled();
      if (now !== "checking") isOnline = now === "online";
    },
    stop: passwords.listen((now) => emit("proxy.changed", now)),
    handlers: {
      "proxy.get": state,
      "proxy.answer": async (answer) => {
        await passwords.answer(answer);
        // Whether it was right is known once the line was tried.
        await onAnswer();
        return state();
      },
      "proxy.forget": async () => {
        await passwords.forget();
        return state();
      },
    },
  };
}
