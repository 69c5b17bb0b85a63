// oxlint-disable-next-line typescript/triple-slash-reference -- What declares other modules cannot be imported.
/// <reference path="./undici.d.ts" />
import type { Dispatcher } from "undici";
import buildConnector from "undici/lib/core/connect.js";
// Past undici's index, which loads fetch, caches and mocks too: a third of main's whole script.
import Agent from "undici/lib/dispatcher/agent.js";
import { isLoopbackHost } from "../../shared/connection/host.ts";
import type { Clock } from "../platform/ports.ts";
import { readSystemAuthorities } from "./authorities.ts";
import { createConnector } from "./connector.ts";
import { ProxyError, readWays } from "./proxies.ts";
import { noPasswords, type AskedProxies } from "./proxy-passwords.ts";

/** The system's answer for an address, in the form of a proxy script: `DIRECT`, `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

const connectTimeout = 10_000;
/** Longest wait for the system's answer: it may have to fetch and run a script for it. */
const lookUpTimeout = 10_000;
/**
 * A connection that was idle longer is not used again: the service may be closing it just now, and a
 * booking that breaks then could not be told from one that was made.
 */
const idleConnection = 1_000;

type Authorities = () => Promise<readonly string[]> | readonly string[];

/** Every certificate is checked, whatever the environment says: of the service and of an https proxy alike. */
const checkedAgainst = (authorities: readonly string[]): buildConnector.connector =>
  buildConnector({
    timeout: connectTimeout,
    ca: [...authorities],
    rejectUnauthorized: true,
    allowH2: false,
  });

/** A connection with TLS waits for the authorities; one without, as to the practice service, does not. */
function checkedConnections(authorities: Authorities) {
  const plain = buildConnector({ timeout: connectTimeout, allowH2: false });
  let secure: Promise<buildConnector.connector> | null = null;
  // The system's store is slow to read on some computers: once, and not before it is needed.
  const prepare = (): Promise<buildConnector.connector> =>
    (secure ??= Promise.resolve(authorities()).then(checkedAgainst));
  const connectSafely = async (...[options, callback]: Parameters<typeof plain>): Promise<void> => {
    try {
      const checked = await prepare();
      checked(options, callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error("no authorities"), null);
    }
  };
  const connect: buildConnector.connector = (options, callback) => {
    if (options.protocol === "https:") void connectSafely(options, callback);
    else plain(options, callback);
  };
  return { prepare, connect };
}

const agentWith = (connect: buildConnector.connector): Dispatcher =>
  new Agent({
    connect,
    // HTTP/1.1 alone: its phases are what tells whether a request may be sent again.
    allowH2: false,
    pipelining: 1,
    connections: 8,
    keepAliveTimeout: idleConnection,
    keepAliveMaxTimeout: idleConnection,
    // The exchange keeps its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

export type Dispatchers = {
  /** Rejects when the system does not say in time which way a request takes. */
  readonly for: (url: URL) => Promise<Dispatcher>;
  /** Ends every connection and every look-up; what is asked for later is refused. */
  readonly close: () => Promise<void>;
};

export type DispatchersOptions = {
  readonly resolveProxy: ResolveProxy;
  readonly clock: Pick<Clock, "after">;
  /** The authorities that are trusted, as PEM, asked for once; the system's and Node's unless given. */
  readonly authorities?: Authorities;
  /** Of proxies that ask for them. */
  readonly passwords?: AskedProxies;
};

/** One dispatcher for direct connections and one for each list of proxies that the system names. */
export function createSystemDispatchers(options: DispatchersOptions): Dispatchers {
  const { resolveProxy, clock, passwords = noPasswords, authorities = readSystemAuthorities } = options;
  const known = new Map<string, Dispatcher>();
  const lookUps = new Set<() => void>();
  let isClosed = false;
  const connections = checkedConnections(authorities);

  /** Ends with the answer, at the time limit, or when the dispatchers are closed. */
  function lookUp(url: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        cancel();
        lookUps.delete(giveUp);
        reject(new ProxyError("no-proxy"));
      };
      const cancel = clock.after(lookUpTimeout, giveUp);
      lookUps.add(giveUp);
      const answered = (pac: string): void => {
        cancel();
        lookUps.delete(giveUp);
        resolve(pac);
      };
      resolveProxy(url).then(answered, giveUp);
    });
  }
  return {
    for: async (url) => {
      const pac = isClosed || isLoopbackHost(url.hostname) ? "DIRECT" : await lookUp(url.href);
      if (isClosed) throw new ProxyError("no-proxy");
      // Begun now, so that they are there when the connection needs them. Who needs them hears what is wrong.
      if (url.protocol === "https:") connections.prepare().catch(() => undefined);
      const dispatcher =
        known.get(pac) ??
        agentWith(createConnector({ ways: readWays(pac), connect: connections.connect, passwords }));
      known.set(pac, dispatcher);
      return dispatcher;
    },
    close: async () => {
      isClosed = true;
      for (const giveUp of lookUps) giveUp();
      await Promise.all([...known.values()].map((dispatcher) => dispatcher.destroy()));
      known.clear();
    },
  };
}
