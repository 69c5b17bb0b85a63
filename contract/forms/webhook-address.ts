import { isPublicHost, readAddress } from "./host.ts";

export type WebhookAddressRead =
  | { readonly kind: "ok"; readonly url: string }
  | { readonly kind: "refused"; readonly message: string };

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
      message: "The address must begin with https://, so that nobody can read along.",
    };
  }
  if (!isPublicHost(hostname)) {
    const message = "The service cannot reach this address: it is only known on this computer or network.";
    return { kind: "refused", message };
  }
  return { kind: "ok", url: href };
}
