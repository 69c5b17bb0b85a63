import { extname, join, sep } from "node:path";

export const deskOrigin = "app://desk";
/** The page's address. */
export const deskPage = `${deskOrigin}/index.html`;

/**
 * Nothing is allowed that the page does not use: no remote anything, no connections (all requests go over
 * IPC to main), no frames, no forms, no plug-ins.
 */
export const deskPolicy = [
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

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".map": "application/json",
};

/** The headers of every answer, for a file of that name; of a text when there is none. */
export const headersFor = (file: string | null): Record<string, string> => ({
  "content-type": types[extname(file ?? "")] ?? "text/plain; charset=utf-8",
  "content-security-policy": deskPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
});

/**
 * The file in `root` that an address of the page's origin names, or null. Only letters, digits and `-_.` in
 * a name, and no name that begins with a dot: whatever could climb out of `root` is not a file of ours.
 */
export function fileOf(address: string, root: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== deskOrigin) return null;
  const names = url.pathname.split("/").slice(1);
  if (names.some((name) => !/^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name))) return null;
  const file = join(root, ...names);
  return file.startsWith(root + sep) && types[extname(file)] !== undefined ? file : null;
}
