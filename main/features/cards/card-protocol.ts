import { cardOrigin } from "../../../shared/core/channels.ts";
import { getMediaType, resolvePageFile } from "../../platform/page-files.ts";

/** The page's address. */
export const cardPage = `${cardOrigin}/payment/index.html`;

/** In memory: nothing that the provider's script stores outlives the program. */
export const cardPartition = "card";

/**
 * Its own files, the provider's script and frames, and the provider's API; nothing else. Inline styles are
 * allowed, since the provider's script writes them around its frames; the page has no secret to leak by them.
 * There are no COOP or COEP headers: they would cut the frames of 3-D Secure off.
 */
export const cardPolicy = [
  "default-src 'none'",
  "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  "connect-src 'self' https://api.stripe.com",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join("; ");

/** The headers of every answer of the card page's origin. The provider needs to see the origin it is used on. */
export const getCardHeaders = (file: string | null): Record<string, string> => ({
  "content-type": getMediaType(file),
  "content-security-policy": cardPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin",
  "cache-control": "no-store",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
});

/** The built file in `root` that an address of the card page's origin names, or null. */
export const findCardFile = (address: string, root: string): string | null =>
  resolvePageFile(address, { root, origin: cardOrigin });

/** The provider's own hosts: script, frames, API, fraud signals. */
const isProviderHost = (host: string): boolean =>
  /^([a-z0-9-]+\.)*stripe\.com$/.test(host) || /^([a-z0-9-]+\.)*stripe\.network$/.test(host);

export type CardRequest = {
  readonly url: string;
  /** Whether a frame inside the page asks, or is to be filled: null when that is not known. */
  readonly isInSubFrame: boolean | null;
};

/**
 * Whether a request of the card window may leave. The page itself reaches its own files and the provider. A
 * frame inside it may go further over https: the bank's step of 3-D Secure is on the bank's own host, inside
 * the provider's frame. Which frames there may be at all is the policy's matter.
 */
export function mayRequest({ url, isInSubFrame }: CardRequest): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin, hostname, port } = new URL(url);
  if (protocol === "data:" || protocol === "blob:") return true;
  if (protocol !== "https:") return false;
  if (origin === cardOrigin) return isInSubFrame !== true;
  return isInSubFrame === true || (port === "" && isProviderHost(hostname));
}

/** Whether a frame may go to an address: the page stays where it is, frames inside it go anywhere over https. */
export function mayNavigate(url: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return url === cardPage;
  if (url === "about:blank" || url === "about:srcdoc") return true;
  return URL.canParse(url) && new URL(url).protocol === "https:" && new URL(url).origin !== cardOrigin;
}
