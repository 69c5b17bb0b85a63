import { isLoopbackHost, readAddress } from "./host.ts";

export type ServiceAddressRead =
  /** Normalised, without a slash at its end: the paths of the endpoints are put behind it. */
  { readonly kind: "ok"; readonly address: string } | { readonly kind: "refused"; readonly message: string };

/**
 * Reads the service's base address: https (http on this computer alone), a path prefix if need be, and
 * neither user info nor query nor fragment.
 */
export function readServiceAddress(text: string): ServiceAddressRead {
  const read = readAddress(text);
  if (read.kind === "refused") return read;
  const { protocol, hostname, host, pathname } = read.address;
  if (text.includes("?")) return { kind: "refused", message: "The address may not hold a ? part." };
  if (protocol !== "https:" && !isLoopbackHost(hostname)) {
    return {
      kind: "refused",
      message: "The address must begin with https://, so that nobody can read along.",
    };
  }
  return { kind: "ok", address: `${protocol}//${host}${pathname.replace(/\/+$/, "")}` };
}
