import { say, type Saying } from "../../messages/saying.ts";
import { isPublicHost, readAddress } from "../connection/host.ts";

export type WebhookAddressRead =
  | { readonly kind: "ok"; readonly url: string }
  | { readonly kind: "refused"; readonly why: Saying };

/**
 * Reads the address of a webhook: https, no user info, no fragment, a host that can be reached from
 * elsewhere. In practice http and every host are allowed: the practice service delivers on this computer.
 */
export function readWebhookAddress(
  text: string,
  { practice }: { readonly practice: boolean },
): WebhookAddressRead {
  const read = readAddress(text);
  if (read.kind === "refused") return read;
  const { protocol, hostname, href } = read.address;
  if (practice) return { kind: "ok", url: href };
  if (protocol !== "https:") {
    return {
      kind: "refused",
      why: say("fields.address.httpsSoThat"),
    };
  }
  if (!isPublicHost(hostname)) {
    return { kind: "refused", why: say("fields.address.notPublic") };
  }
  return { kind: "ok", url: href };
}
