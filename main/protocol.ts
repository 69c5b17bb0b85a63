import { protocol, type Protocol } from "electron";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";

export const deskOrigin = "app://desk";
/** The page's address. */
export const deskPage = `${deskOrigin}/index.html`;

/**
 * Nothing is allowed that the page does not use: no remote anything, no connections (all requests go over
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

const headers = (type: string): Record<string, string> => ({
  "content-type": type,
  "content-security-policy": deskPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
});

const notFound = (): Response =>
  new Response("Not found", { status: 404, headers: headers("text/plain; charset=utf-8") });

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

/** Before `ready`: app:// behaves as a standard, secure origin and its scripts may be cached compiled. */
export function registerDeskScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true } },
  ]);
}

/** Serves the built pages in `root` under app://desk, each with the policy. */
export function serveDesk(target: Protocol, root: string): void {
  target.handle("app", async (request) => {
    const file = request.method === "GET" ? fileOf(request.url, root) : null;
    if (file === null) return notFound();
    try {
      return new Response(await readFile(file), { headers: headers(types[extname(file)] ?? "text/plain") });
    } catch {
      return notFound();
    }
  });
}
