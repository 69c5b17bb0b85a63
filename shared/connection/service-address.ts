import { say, type Saying } from "../../messages/saying.ts";
import { isLoopbackHost, readAddress } from "./host.ts";

type ServiceAddressRead =
  /** Normalised, without a slash at its end: the paths of the endpoints are put behind it. */
  { readonly kind: "ok"; readonly address: string } | { readonly kind: "refused"; readonly why: Saying };

/**
 * Reads the service's base address: https (http on this computer alone), a path prefix if need be, and
 * neither user info nor query nor fragment.
 */
export function readServiceAddress(text: string): ServiceAddressRead {
  const read = readAddress(text);
  if (read.kind === "refused") return read;
  const { protocol, hostname, host, pathname } = read.address;
  if (text.includes("?")) return { kind: "refused", why: say("fields.address.query") };
  if (protocol !== "https:" && !isLoopbackHost(hostname)) {
    return {
      kind: "refused",
      why: say("fields.address.httpsSoThat"),
    };
  }
  return { kind: "ok", address: `${protocol}//${host}${pathname.replace(/\/+$/, "")}` };
}
