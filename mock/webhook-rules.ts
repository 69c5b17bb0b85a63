import { BlockList, isIP } from "node:net";
import type { WebhookInput } from "../contract/service/webhook.ts";
import type { FieldError } from "./answer.ts";

function privateAddresses(): BlockList {
  const list = new BlockList();
  const v4: readonly (readonly [string, number])[] = [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
  ];
  for (const [net, prefix] of v4) list.addSubnet(net, prefix, "ipv4");
  const v6: readonly (readonly [string, number])[] = [
    ["::", 127],
    ["fc00::", 7],
    ["fe80::", 10],
  ];
  for (const [net, prefix] of v6) list.addSubnet(net, prefix, "ipv6");
  return list;
}

/**
 * Whether a host, as `URL` writes it, is this computer or a private network by its own text.
 * A name that resolves to such an address is not looked up.
 */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(bare);
  if (family === 0) return bare === "localhost" || bare.endsWith(".localhost");
  return privateAddresses().check(bare, family === 6 ? "ipv6" : "ipv4");
}

/** What the schema cannot say about a registration: an address that the mock can and may deliver to. */
export function checkWebhook(input: WebhookInput, allowPrivateTargets: boolean): FieldError[] {
  const url = new URL(input.url);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return [{ field: "url", message: "The address must begin with https:// or http://." }];
  }
  if (url.username !== "" || url.password !== "") {
    return [{ field: "url", message: "The address must not contain a user name or password." }];
  }
  if (!allowPrivateTargets && isPrivateHost(url.hostname)) {
    return [{ field: "url", message: "The address must not be on a private network." }];
  }
  return [];
}
