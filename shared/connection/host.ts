import ipaddr from "ipaddr.js";
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

type AddressRead =
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
  const isWithUser = /^[^/?#]*@/.test(typed.slice(scheme.length + 3));
  if (isWithUser) return refused(say("fields.address.userInfo"));
  if (typed.includes("#")) return refused(say("fields.address.fragment"));
  try {
    return { kind: "address", address: new URL(typed) };
  } catch {
    return refused(say("fields.address.unreadable"));
  }
}

/** The address that a host is, written as the URL parser writes it; null for a name. */
function ipAddress(hostname: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = hostname.replace(/^\[(.+)\]$/, "$1");
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : null;
}

/** What there is of IPv6 for the public internet; an address outside of it is nobody's, or carries an IPv4 one. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

const isPublicAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === "unicast" && (address.kind() === "ipv4" || address.match(globalUnicast));

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
  const address = ipAddress(hostname);
  if (address !== null) return isPublicAddress(address);
  const labels = hostname.toLowerCase().replace(/\.$/, "").split(".");
  if (labels.length < 2 || labels.includes("")) return false;
  return !privateEndings.includes(labels.at(-1) ?? "") && labels.slice(-2).join(".") !== "home.arpa";
}

/** Whether an address that was read before is of this computer itself. */
export const isHere = (address: string): boolean => isLoopbackHost(new URL(address).hostname);

/** This computer itself: 127.0.0.0/8, [::1] and the name localhost. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || ipAddress(hostname)?.range() === "loopback";
}
