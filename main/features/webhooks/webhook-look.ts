import { isIP } from "node:net";
import { ok } from "../../../shared/core/failure.ts";
import type { WebhookLook } from "../../../shared/webhooks/routes.ts";
import { isHere, isPublicHost, readAddress } from "../../../shared/connection/host.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Clock } from "../../platform/ports.ts";
import { waitAtMost } from "../../platform/within.ts";
import type { ResolveProxy } from "../../http/dispatcher.ts";
import { readWays } from "../../http/proxies.ts";

/** Milliseconds for a look. */
export const longestLook = 3_000;

/** What a resolver says where there is no such name; anything else says that it could not be asked. */
const noSuchName: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

type Options = {
  readonly clock: Pick<Clock, "after">;
  readonly session: () => Pick<OpenSession, "practice" | "credentials"> | null;
  readonly isOnline: () => boolean;
  /** The system's answer, or the organization's. */
  readonly wayFor: ResolveProxy;
  readonly lookUp: (host: string) => Promise<readonly string[]>;
};

/**
 * A look at a webhook's address before it is registered, since the service can change and remove none. It is no proof: the
 * service may see another network. Behind a proxy names are the proxy's to look up, and in practice nothing leaves the computer.
 */
export function createWebhookLook(options: Options): Pick<Handlers, "webhooks.look"> {
  /** A look-up cannot be ended, and many at a time would hold up whatever else the system is asked. */
  let isLooking = false;

  async function addressesOf(url: URL): Promise<readonly string[] | null> {
    const ways = readWays(await options.wayFor(`${url.origin}/`));
    if (ways.some(({ kind }) => kind !== "direct")) return null;
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // An address of numbers is found by nobody: whether it is public shows in its text.
    return isIP(host) === 0 ? options.lookUp(host) : null;
  }

  async function look(url: URL): Promise<WebhookLook> {
    const session = options.session();
    if (session === null || session.practice || !options.isOnline() || isLooking) return "unknown";
    isLooking = true;
    const looked = addressesOf(url).finally(() => (isLooking = false));
    try {
      const { clock } = options;
      const found = (await waitAtMost(looked, { clock, milliseconds: longestLook }))?.value ?? [];
      if (found.length === 0) return "unknown";
      if (found.some(isPublicHost)) return "found";
      // A service on this computer reaches what this computer does.
      return isHere(session.credentials.serviceAddress) ? "unknown" : "private";
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && noSuchName.has(error.code);
      return isMissing ? "missing" : "unknown";
    }
  }

  return {
    "webhooks.look": async ({ url }) => {
      const read = readAddress(url);
      if (read.kind === "refused") return ok({ look: "unknown" });
      return ok({ look: await look(new URL(read.address.href)) });
    },
  };
}
