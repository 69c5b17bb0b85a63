import { getCACertificates } from "node:tls";
import { Agent, buildConnector, ProxyAgent, Socks5ProxyAgent, type Dispatcher } from "undici";

/** The system's answer for an address, in the form of a PAC file: `DIRECT`, `PROXY host:port; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>;

const connectTimeout = 10_000;
/**
 * A connection that was idle longer is not used again: the service may be closing it just now, and a
 * booking that breaks then could not be told from one that was made.
 */
const idleConnection = 1_000;

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

/** The first entry of a PAC answer as a proxy address; null for a direct connection. */
export function proxyAddress(pac: string): string | null {
  const [kind = "DIRECT", host] = (pac.split(";")[0] ?? "").trim().split(/\s+/);
  if (host === undefined) return null;
  const schemes: Record<string, string> = {
    PROXY: "http",
    HTTP: "http",
    HTTPS: "https",
    SOCKS: "socks5",
    SOCKS5: "socks5",
  };
  const scheme = schemes[kind.toUpperCase()];
  return scheme === undefined ? null : `${scheme}://${host}`;
}

/** The certificates of the system beside those of Node: a clinic's network often has its own authority. */
function authorities(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("system")])];
}

function build(proxy: string | null): Dispatcher {
  const tls = { timeout: connectTimeout, ca: authorities() };
  const options = {
    // HTTP/1.1 alone: its phases are what tells whether a request may be sent again.
    allowH2: false,
    pipelining: 1,
    connections: 8,
    keepAliveTimeout: idleConnection,
    keepAliveMaxTimeout: idleConnection,
    // The exchange keeps its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (proxy === null) return new Agent({ ...options, connect: tls });
  if (proxy.startsWith("socks5:"))
    return new Socks5ProxyAgent(proxy, { ...options, connect: buildConnector(tls) });
  return new ProxyAgent({ ...options, uri: proxy, requestTls: tls, proxyTls: tls });
}

export type Dispatchers = {
  readonly for: (url: URL) => Promise<Dispatcher>;
  readonly close: () => Promise<void>;
};

/** One dispatcher for direct connections and one for each proxy that the system names. */
export function systemDispatchers(resolveProxy: ResolveProxy): Dispatchers {
  const known = new Map<string | null, Dispatcher>();
  return {
    for: async (url) => {
      const proxy = isLoopback(url.hostname) ? null : proxyAddress(await resolveProxy(url.href));
      const dispatcher = known.get(proxy) ?? build(proxy);
      known.set(proxy, dispatcher);
      return dispatcher;
    },
    close: async () => {
      await Promise.all([...known.values()].map((dispatcher) => dispatcher.destroy()));
      known.clear();
    },
  };
}
