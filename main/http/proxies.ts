/** Why there is no way over a proxy. The names are those of `explainNetworkError`. */
export type ProxyProblem =
  | "no-proxy" // the system's answer cannot be used, or there is none
  | "proxy-unreachable"
  | "proxy-certificate"
  | "proxy-password" // it asks for a name and a password, and none is known that it takes
  | "proxy-sign-in" // it asks for a sign-in of a kind that is not spoken here
  | "proxy-socks4" // it is named as SOCKS4, or does not answer as SOCKS5
  | `proxy-answer-${number}`; // an HTTP status, or a reply of SOCKS5

/** Ends an attempt to connect; nothing of a request has been sent then. */
export class ProxyError extends Error {
  readonly code: ProxyProblem;
  constructor(code: ProxyProblem) {
    super(code);
    this.code = code;
  }
}

export type Proxy = {
  readonly kind: "http" | "https" | "socks5";
  readonly hostname: string;
  readonly port: string;
};

/** One entry of the system's answer: how a request may go. */
export type Way = { readonly kind: "direct" } | Proxy | { readonly kind: "none"; readonly why: ProxyProblem };

/**
 * Names in a proxy script. `SOCKS` is SOCKS4 by its history (Chromium writes SOCKS4 so), but most of those
 * proxies speak SOCKS5 too: it is tried, and one that does not is named.
 */
const kinds = new Map<string, { readonly kind: Proxy["kind"]; readonly port: string }>([
  ["PROXY", { kind: "http", port: "80" }],
  ["HTTP", { kind: "http", port: "80" }],
  ["HTTPS", { kind: "https", port: "443" }],
  ["SOCKS", { kind: "socks5", port: "1080" }],
  ["SOCKS5", { kind: "socks5", port: "1080" }],
]);

function readEntry(entry: string): Way {
  const [name = "", address, ...rest] = entry.split(/\s+/);
  const kind = name.toUpperCase();
  if (kind === "DIRECT" && address === undefined) return { kind: "direct" };
  if (kind === "SOCKS4") return { kind: "none", why: "proxy-socks4" };
  const known = kinds.get(kind);
  // No scheme of the web: of those the URL parser drops the usual port.
  const url = address === undefined || rest.length > 0 ? null : URL.parse(`proxy://${address}`);
  if (known === undefined || url === null || url.hostname === "" || url.username !== "")
    return { kind: "none", why: "no-proxy" };
  return { kind: known.kind, hostname: url.hostname.replace(/^\[|\]$/g, ""), port: url.port || known.port };
}

/**
 * The system's answer for an address, in the form of a proxy script: `PROXY a:1; PROXY b:2; DIRECT`, as the ways
 * to try, in order. An empty answer means that the look-up failed (Electron), so it is no way at all.
 *
 * What comes behind a direct connection is left out, and so is a direct connection behind an entry that
 * cannot be used: every request would go past that proxy, and not only while it is down.
 */
export function readWays(pac: string): readonly Way[] {
  const entries = pac.split(";").map((entry) => entry.trim());
  const ways = entries.filter((entry) => entry !== "").map(readEntry);
  const direct = ways.findIndex(({ kind }) => kind === "direct");
  const proxies = direct < 0 ? ways : ways.slice(0, direct);
  if (direct >= 0 && proxies.every(({ kind }) => kind !== "none")) return [...proxies, { kind: "direct" }];
  return proxies.length > 0 ? proxies : [{ kind: "none", why: "no-proxy" }];
}
