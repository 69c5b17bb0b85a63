import { say, type Saying } from "../../messages/saying.ts";

/** The parts of the WHATWG URL that are used here; every place this runs in has that class. */
type ParsedAddress = {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly href: string;
};
declare const URL: new (text: string) => ParsedAddress;

export type AddressRead =
  | { readonly kind: "address"; readonly address: ParsedAddress }
  | { readonly kind: "refused"; readonly why: Saying };

const refused = (why: Saying): AddressRead => ({ kind: "refused", why });

/**
 * Reads a full http or https address. The URL parser repairs much (missing or turned slashes, line breaks);
 * here an address is refused rather than repaired, so that what is used is what was typed.
 */
export function readAddress(text: string): AddressRead {
  const typed = text.trim();
  if (typed === "") return refused(say("fields.address.missing"));
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(typed)) return refused(say("fields.address.spaces"));
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/(?!\/)/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme === undefined) return refused(say("fields.address.https"));
  if (scheme !== "https" && scheme !== "http") return refused(say("fields.address.scheme"));
  if (
    typed
      .slice(scheme.length + 3)
      .split(/[/?#]/)[0]
      ?.includes("@") === true
  ) {
    return refused(say("fields.address.userInfo"));
  }
  if (typed.includes("#")) return refused(say("fields.address.fragment"));
  try {
    return { kind: "address", address: new URL(typed) };
  } catch {
    return refused(say("fields.address.unreadable"));
  }
}

function ipv4Parts(host: string): readonly number[] | null {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) ? host.split(".").map(Number) : null;
}

/** Whether an IPv4 address is for the public internet (IANA special-purpose registry, multicast, class E). */
function isPublicIpv4(parts: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0] = parts;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100) return b < 64 || b > 127;
  if (a === 169) return b !== 254;
  if (a === 172) return b < 16 || b > 31;
  if (a === 192) return b !== 168 && !(b === 0 && (c === 0 || c === 2)) && !(b === 88 && c === 99);
  if (a === 198) return b !== 18 && b !== 19 && !(b === 51 && c === 100);
  return !(a === 203 && b === 0 && c === 113);
}

/** The eight groups of an IPv6 host as the URL parser writes it, in brackets. */
function ipv6Groups(host: string): readonly number[] | null {
  const text = /^\[([\da-f:]+)\]$/.exec(host)?.[1];
  if (text === undefined) return null;
  const [head = "", tail] = text.split("::");
  const groups = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => parseInt(group, 16));
  if (tail === undefined) return groups(head);
  const [start, end] = [groups(head), groups(tail)];
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}

/** Global unicast only, without documentation, Teredo and 6to4, which carry an IPv4 address. */
function isPublicIpv6(groups: readonly number[]): boolean {
  const [a = 0, b = 0] = groups;
  if (a < 0x2000 || a > 0x3fff || a === 0x2002 || a === 0x3fff) return false;
  return !(a === 0x2001 && (b < 0x0200 || b === 0x0db8));
}

const privateEndings = [
  "localhost",
  "local",
  "internal",
  "localdomain",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
];

/** Whether a host name could be reached from elsewhere. Names are judged by their writing, never looked up. */
export function isPublicHost(hostname: string): boolean {
  const ipv6 = ipv6Groups(hostname);
  if (ipv6 !== null) return isPublicIpv6(ipv6);
  const ipv4 = ipv4Parts(hostname);
  if (ipv4 !== null) return isPublicIpv4(ipv4);
  const labels = hostname.toLowerCase().replace(/\.$/, "").split(".");
  if (labels.length < 2 || labels.includes("")) return false;
  return !privateEndings.includes(labels.at(-1) ?? "") && labels.slice(-2).join(".") !== "home.arpa";
}

/** This computer itself: 127.0.0.0/8, [::1] and the name localhost. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || ipv4Parts(hostname)?.[0] === 127;
}
