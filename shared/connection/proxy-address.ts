/** A proxy by its address, as a proxy script and Chromium's rules each name it. */
export type ProxyAddress = {
  readonly kind: "http" | "https" | "socks5";
  /** `proxy.example:3128`, an IPv6 address in brackets. */
  readonly host: string;
};

/** Of the letters that a host has, and no others: what is read here goes into a proxy script. */
const form =
  /^(http|https|socks5):\/\/([a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\]):(\d{1,5})\/?$/i;

/**
 * Reads `http://proxy.example:3128`; null where it is none. The port must be there: what is usual differs from program to
 * program. It has no name and no password in it: those are asked for and kept in the keychain.
 */
export function readProxyAddress(text: string): ProxyAddress | null {
  const [, scheme = "", hostname = "", port = ""] = form.exec(text) ?? [];
  const number = Number(port);
  if (number < 1 || number > 65_535) return null;
  const kind = scheme.toLowerCase();
  if (kind !== "http" && kind !== "https" && kind !== "socks5") return null;
  return { kind, host: `${hostname.toLowerCase()}:${String(number)}` };
}

const scriptNames = { http: "PROXY", https: "HTTPS", socks5: "SOCKS5" } as const;

/** As a proxy script answers it: `PROXY proxy.example:3128`. */
export const asScript = ({ kind, host }: ProxyAddress): string => `${scriptNames[kind]} ${host}`;

/** As Chromium's rules have it: `http://proxy.example:3128`. */
export const asRules = ({ kind, host }: ProxyAddress): string => `${kind}://${host}`;
