import { isLoopbackHost, readAddress } from "./host.ts";
import { readServiceAddress } from "./service-address.ts";

/**
 * Reads a hub's address. One without a scheme, as people read it to each other, is http on this computer, where a hub that is
 * tried out speaks nothing else, and https anywhere else.
 */
export function readHubAddress(text: string): ReturnType<typeof readServiceAddress> {
  const typed = text.trim();
  if (typed === "" || typed.includes("://")) return readServiceAddress(typed);
  const plain = readAddress(`http://${typed}`);
  const isHere = plain.kind === "address" && isLoopbackHost(plain.address.hostname);
  return readServiceAddress(`${isHere ? "http" : "https"}://${typed}`);
}
