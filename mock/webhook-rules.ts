import ipaddr from "ipaddr.js";
import {
  longestWebhookAddress,
  webhookAddressForm,
  type WebhookInput,
} from "../shared/service-api/webhook.ts";
import type { FieldError } from "./answer.ts";

/** As the library names them: this computer, and networks that the internet does not reach. */
const privateRanges: ReadonlySet<string> = new Set([
  "unspecified",
  "loopback",
  "private",
  "carrierGradeNat",
  "linkLocal",
  "uniqueLocal",
]);

/**
 * Whether a host, as `URL` writes it, is this computer or a private network by its own text.
 * A name that resolves to such an address is not looked up.
 */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (!ipaddr.isValid(bare)) return bare === "localhost" || bare.endsWith(".localhost");
  // `process` takes an IPv4 address out of the IPv6 one that carries it.
  return privateRanges.has(ipaddr.process(bare).range());
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
  if (input.url.length > longestWebhookAddress) {
    return [{ field: "url", message: `The address must have at most ${longestWebhookAddress} characters.` }];
  }
  if (!webhookAddressForm.test(input.url)) {
    return [{ field: "url", message: "The address must be a full URL, with what is special in it escaped." }];
  }
  if (!allowPrivateTargets && isPrivateHost(url.hostname)) {
    return [{ field: "url", message: "The address must not be on a private network." }];
  }
  return [];
}
