import type { ProxyState } from "../../shared/policy/routes.ts";
import type { SecretStore } from "../platform/secret-store.ts";
import type { Log } from "../platform/ports.ts";
import type { ProxyPassword } from "./proxy-challenge.ts";

const secretName = "proxy-passwords";

/** What people answered to proxies that ask for a name and a password: each goes to its proxy, and nowhere else. */
export type ProxyPasswords = {
  /** What is known for a proxy, `proxy.example:3128`; null: nothing. */
  readonly of: (proxy: string) => Promise<ProxyPassword | null>;
  /** The proxy asked, and nothing was known for it: a person is asked. */
  readonly asked: (proxy: string, realm: string) => void;
  /** It did not take this one, which is not tried again. */
  readonly refused: (proxy: string, realm: string, used: ProxyPassword) => Promise<void>;
  readonly accepted: (proxy: string) => void;
  /** Of a proxy that has asked; for another nothing is kept. */
  readonly answer: (
    answer: ProxyPassword & { readonly proxy: string; readonly keep: boolean },
  ) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** The line stands again, perhaps by another network: nothing is asked any more. */
  readonly settled: () => void;
  readonly state: () => Promise<ProxyState>;
  /** Called when the state is another. Answers how to stop. */
  readonly listen: (heard: (state: ProxyState) => void) => () => void;
};

/** Where nobody can be asked. */
export const noPasswords: Pick<ProxyPasswords, "of" | "asked" | "refused" | "accepted"> = {
  of: () => Promise.resolve(null),
  asked: () => undefined,
  refused: () => Promise.resolve(),
  accepted: () => undefined,
};
export type AskedProxies = typeof noPasswords;

type Options = { readonly secrets: SecretStore; readonly log: Log };

/** Proxies that ask at a time; further ones wait until one of these is answered. */
const mostAsking = 20;

/**
 * A password is tried once: one that was not taken is dropped, here and in the keychain, and the person is asked again. So a
 * wrong one never locks an account by being repeated.
 */
export function createProxyPasswords({ secrets, log }: Options): ProxyPasswords {
  const known = new Map<string, ProxyPassword & { readonly isKept: boolean }>();
  const asking = new Map<
    string,
    { readonly realm: string; readonly isWrong: boolean; readonly serial: number }
  >();
  /** Proxies that a person was asked about in this run: for no other does anybody give a password. */
  const haveAsked = new Set<string>();
  const listeners = new Set<(state: ProxyState) => void>();
  let loaded: Promise<void> | null = null;
  /** How often all was forgotten: what was read of the keychain before is none any more. */
  let forgotten = 0;
  let serial = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Not before a proxy asks: each look into the keychain may be a question of the system's. */
  const load = (): Promise<void> =>
    (loaded ??= (async () => {
      const since = forgotten;
      const stored = await secrets.get(secretName);
      // Few networks ask: the start does without its schema.
      const { parseKeptPasswords } = await import("./kept-proxy-passwords.ts");
      if (since !== forgotten) return;
      if (!stored.ok) {
        log.warn("proxy.not-read", { problem: stored.problem });
        // It may only be locked: it is asked again for the next connection.
        loaded = null;
        return;
      }
      for (const { proxy, name, password } of stored.value === null ? [] : parseKeptPasswords(stored.value))
        if (!known.has(proxy)) known.set(proxy, { name, password, isKept: true });
    })());

  function store(): Promise<void> {
    const work = async (): Promise<void> => {
      const entries = [...known].flatMap(([proxy, { name, password, isKept }]) =>
        isKept ? [{ proxy, name, password }] : [],
      );
      const written = await (entries.length === 0
        ? secrets.delete(secretName)
        : secrets.set(secretName, JSON.stringify(entries)));
      if (!written.ok) log.warn("proxy.not-kept", { problem: written.problem });
    };
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  }
  const stateNow = (): ProxyState => {
    const [first] = asking;
    return {
      asks: first === undefined ? null : { proxy: first[0], ...first[1] },
      known: [...known.keys()],
    };
  };
  const tell = (): void => listeners.forEach((heard) => heard(stateNow()));
  function ask(proxy: string, realm: string, isWrong: boolean): void {
    const before = asking.get(proxy);
    if (before !== undefined && (before.isWrong || !isWrong)) return;
    if (before === undefined && asking.size >= mostAsking) return;
    serial += 1;
    haveAsked.add(proxy);
    asking.set(proxy, { realm, isWrong, serial });
    tell();
  }

  return {
    of: async (proxy) => {
      await load();
      const found = known.get(proxy);
      return found === undefined ? null : { name: found.name, password: found.password };
    },
    asked: (proxy, realm) => ask(proxy, realm, false),
    refused: async (proxy, realm, used) => {
      const present = known.get(proxy);
      // Answered anew meanwhile: that one has not been tried.
      if (present === undefined || present.name !== used.name || present.password !== used.password) return;
      known.delete(proxy);
      log.warn("proxy.refused");
      ask(proxy, realm, true);
      if (present.isKept) await store();
    },
    accepted: (proxy) => {
      if (asking.delete(proxy)) tell();
    },
    answer: async ({ proxy, name, password, keep }) => {
      if (!haveAsked.has(proxy)) return;
      await load();
      const wasKept = known.get(proxy)?.isKept === true;
      known.set(proxy, { name, password, isKept: keep });
      asking.delete(proxy);
      if (keep || wasKept) await store();
      tell();
    },
    forget: async () => {
      known.clear();
      forgotten += 1;
      // What the keychain holds is gone too, also where it was never read.
      loaded = Promise.resolve();
      await store();
      tell();
    },
    settled: () => {
      if (asking.size === 0) return;
      asking.clear();
      tell();
    },
    state: async () => {
      await load();
      return stateNow();
    },
    listen: (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}
