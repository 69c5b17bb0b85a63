import { cardNumberMessage, holdsCardNumber } from "./card-number.ts";
import { isLoopbackHost, readAddress } from "./host.ts";

/** What is wrong with a publishable key; null when it may be kept. A secret key is refused with the reason. */
export function publishableKeyProblem(text: string): string | null {
  if (text === "" || /^pk_\w+$/.test(text)) return null;
  if (/^(sk|rk)_/.test(text)) {
    return "This is a secret key. It must not be on this computer; have it replaced. The publishable key begins with pk_.";
  }
  return holdsCardNumber(text) ? cardNumberMessage : "A publishable key begins with pk_.";
}

/** What is wrong with a setup intent URL; null when it may be kept. https, or http on this computer itself. */
export function setupIntentUrlProblem(text: string): string | null {
  if (text === "") return null;
  if (holdsCardNumber(text)) return cardNumberMessage;
  const read = readAddress(text);
  if (read.kind === "refused") return read.message;
  const { protocol, hostname } = read.address;
  return protocol === "https:" || isLoopbackHost(hostname) ? null : "The address must begin with https://.";
}

/** `test` or `live`, as a publishable key says of itself; null when it does not. */
export function keyMode(publishableKey: string): "test" | "live" | null {
  const [, mode] = /^pk_(test|live)_/.exec(publishableKey) ?? [];
  return mode === "test" || mode === "live" ? mode : null;
}
