import { protocol, type Protocol } from "electron";
import { findPageFile, getPageHeaders } from "./desk-files.ts";
import { readPageContent } from "../platform/page-files.ts";

const notFound = (): Response => new Response("Not found", { status: 404, headers: getPageHeaders(null) });

/** Before `ready`: app:// behaves as a standard, secure origin and its scripts may be cached compiled. */
export function registerDeskScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: false, codeCache: true } },
  ]);
}

/** Serves the built pages in `root` under app://desk, each with the policy: not before the language is known that they name. */
export function serveDesk(target: Protocol, root: string, speaking: Promise<void>): void {
  target.handle("app", async (request) => {
    const file = request.method === "GET" ? findPageFile(request.url, root) : null;
    if (file === null) return notFound();
    try {
      await speaking;
      return new Response(await readPageContent(file), { headers: getPageHeaders(file) });
    } catch {
      return notFound();
    }
  });
}
