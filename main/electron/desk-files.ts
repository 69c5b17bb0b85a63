import { getMediaType, resolvePageFile } from "../platform/page-files.ts";

export const deskOrigin = "app://desk";
/** The page's address. */
export const deskPage = `${deskOrigin}/index.html`;

/**
 * Nothing is allowed that the page does not use: no remote anything, no connections (all requests go over
 * IPC to main), no frames, no forms, no plug-ins.
 */
export const deskContentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The headers of every answer, for a file of that name; of a text when there is none. */
export const getPageHeaders = (file: string | null): Record<string, string> => ({
  "content-type": getMediaType(file),
  "content-security-policy": deskContentPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-dns-prefetch-control": "off",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
});

/** The built file in `root` that an address of the desk's page names, or null. */
export const findPageFile = (address: string, root: string): string | null =>
  resolvePageFile(address, { root, origin: deskOrigin });
