import { join } from "node:path";
import { createKeytarSecretStore } from "../../../main/features/session/keytar-secret-store.ts";
import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";
import type { DeskOptions } from "../../../main/desk/desk.ts";
import type { Clock } from "../../../main/platform/ports.ts";
import type { ResolveProxy } from "../../../main/http/dispatcher.ts";
import { connect } from "../../../main/db/connection.ts";
import { keyOf } from "../../support/store-files.ts";

/** What the desk may wait for, each of which may never answer. */
export const ports = ["count", "keychain", "proxy", "disk", "page"] as const;
export type Port = (typeof ports)[number];

/** A gate: shut, whoever comes waits until it is opened. */
function gate() {
  let isShut = false;
  let open = (): void => undefined;
  let opened = Promise.resolve();
  return {
    pass: () => (isShut ? opened : Promise.resolve()),
    isShut: () => isShut,
    shut: (): void => {
      isShut = true;
      const { promise, resolve } = Promise.withResolvers<void>();
      opened = promise;
      open = resolve;
    },
    open: (): void => {
      isShut = false;
      open();
    },
  };
}
type Gate = ReturnType<typeof gate>;

/** The system's keychain as the desk uses it, with its time limits, over an API that may hang. */
function hangingKeychain(clock: Clock, { pass }: Gate): SecretStore {
  const entries = new Map<string, string>();
  return createKeytarSecretStore({
    service: "Front Desk (fault)",
    clock,
    load: async () => ({
      getPassword: async (_service, name) => (await pass(), entries.get(name) ?? null),
      setPassword: async (_service, name, value) => (await pass(), void entries.set(name, value)),
      deletePassword: async (_service, name) => (await pass(), entries.delete(name)),
    }),
  });
}

/** The count of attempts alone is never written; nothing limits how long that takes. */
const hangingCount = (secrets: SecretStore, { pass }: Gate): SecretStore => ({
  ...secrets,
  set: async (name, value) => {
    if (name.startsWith("send-counter/")) await pass();
    return secrets.set(name, value);
  },
});

export type StuckPorts = {
  readonly secretsOn: (clock: Clock) => SecretStore;
  readonly resolveProxy: (usual: ResolveProxy) => ResolveProxy;
  readonly page: Pick<DeskOptions, "window" | "emit">;
  /** From now on that port does not answer. */
  readonly stick: (directory: string) => Promise<void>;
  /** It answers again, and what it was asked meanwhile with it. */
  readonly release: () => void;
};

/** The ports of a desk, one of which can be made to hang. */
export function stuckPorts(port: Port): StuckPorts {
  const stuck = gate();
  const free = gate();
  let unlock = (): void => undefined;
  const at = (name: Port): Gate => (name === port ? stuck : free);
  let secrets = createMemorySecretStore();
  return {
    secretsOn: (clock) => (secrets = hangingCount(hangingKeychain(clock, at("keychain")), at("count"))),
    resolveProxy: (usual) => async (url) => {
      await at("proxy").pass();
      return usual(url);
    },
    page: {
      window: {
        copy: () => undefined,
        print: async () => {
          await at("page").pass();
          return { ok: true, value: {} };
        },
        flushed: () => undefined,
        restart: () => undefined,
      },
      emit: () => {
        // A page that is gone does not wait: telling it throws.
        if (at("page").isShut()) throw new Error("The page does not answer.");
      },
    },
    stick: async (directory) => {
      stuck.shut();
      if (port !== "disk") return;
      const file = join(directory, "front-desk.db");
      const other = await connect(file, await keyOf(file, secrets));
      other.exec("begin immediate");
      unlock = () => {
        other.exec("rollback");
        other.close();
        unlock = () => undefined;
      };
    },
    release: () => {
      stuck.open();
      unlock();
    },
  };
}
