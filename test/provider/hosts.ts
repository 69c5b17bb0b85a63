import { createHash, createPublicKey } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { selfSigned } from "../support/self-signed.ts";

/** The names that the stand-in answers for: the provider's own, and one bank's. */
export const providerHosts = [
  "js.stripe.com",
  "api.stripe.com",
  "hooks.stripe.com",
  "m.stripe.com",
  "m.stripe.network",
  "q.stripe.com",
  "r.stripe.com",
] as const;

/** Where a bank asks for 3-D Secure. Any bank's own name in reality, so never one of the provider's. */
export const bankHost = "acs.bank.example";

export const allHosts: readonly string[] = [...providerHosts, bankHost];

/** A certificate for each name, with a key of its own, made anew: nothing secret is kept in a file. */
export type HostCertificates = {
  readonly contextOf: (host: string) => SecureContext | null;
  /** SHA-256 of each public key, in the form of `--ignore-certificate-errors-spki-list`. */
  readonly keys: readonly string[];
  /** For a program in Node that is to trust them, as PEM. */
  readonly trusted: readonly string[];
};

const fingerprint = (cert: string): string =>
  createHash("sha256")
    .update(createPublicKey(cert).export({ type: "spki", format: "der" }))
    .digest("base64");

export function makeCertificates(hosts: readonly string[]): HostCertificates {
  const made = new Map(hosts.map((host) => [host, selfSigned({ subject: host })]));
  const contexts = new Map([...made].map(([host, pair]) => [host, createSecureContext(pair)]));
  return {
    contextOf: (host) => contexts.get(host) ?? null,
    keys: [...made.values()].map(({ cert }) => fingerprint(cert)),
    trusted: [...made.values()].map(({ cert }) => cert),
  };
}

/** Chromium's switches that lead to the stand-in and accept its certificates, and those alone. */
export const switchesFor = (port: number, keys: readonly string[]): string[] => [
  `--host-resolver-rules=${allHosts.map((host) => `MAP ${host} 127.0.0.1:${port}`).join(",")}`,
  `--ignore-certificate-errors-spki-list=${keys.join(",")}`,
  // A page from elsewhere may not reach this computer's own addresses without a permission: here it stands for elsewhere.
  `--ip-address-space-overrides=127.0.0.1:${port}=public`,
];
