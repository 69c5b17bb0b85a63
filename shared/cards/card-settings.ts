import { say, type Saying } from "../../messages/saying.ts";
import { cardNumberFound, hasCardNumber } from "./card-number.ts";
import { isLoopbackHost, readAddress } from "../connection/host.ts";

/** What is wrong with a publishable key; null when it may be kept. A secret key is refused with the reason. */
export function checkPublishableKey(text: string): Saying | null {
  if (text === "" || /^pk_\w+$/.test(text)) return null;
  if (/^(sk|rk)_/.test(text)) {
    return say("fields.secretKey");
  }
  return hasCardNumber(text) ? cardNumberFound : say("fields.publishableKey");
}

/** What is wrong with a setup intent URL; null when it may be kept. https, or http on this computer itself. */
export function checkSetupIntentUrl(text: string): Saying | null {
  if (text === "") return null;
  if (hasCardNumber(text)) return cardNumberFound;
  const read = readAddress(text);
  if (read.kind === "refused") return read.why;
  const { protocol, hostname } = read.address;
  return protocol === "https:" || isLoopbackHost(hostname) ? null : say("fields.address.https");
}

/** `test` or `live`, as a publishable key says of itself; null when it does not. */
export function getKeyMode(publishableKey: string): "test" | "live" | null {
  const mode = /^pk_(test|live)_/.exec(publishableKey)?.[1];
  return mode === "test" || mode === "live" ? mode : null;
}
