import type * as keytar from "keytar/keytar.js";

/** The part of keytar's API that is used. An absent password is null; anything else that fails throws. */
export type KeytarApi = Pick<typeof keytar, "getPassword" | "setPassword" | "deletePassword">;

/**
 * Loads the system's keychain (Windows Credential Manager, macOS Keychain, Secret Service on Linux).
 * Loaded only when first needed, so that a system without the native module can still start.
 *
 * keytar's functions are built here from the package's own entries rather than taken from its
 * `keytar.js`: on Linux that one falls back, silently, to the kernel's key ring, which is empty after a
 * restart, and so would lose the key of the database. Pinned to the Secret Service, it fails instead.
 */
export async function loadKeytar(): Promise<KeytarApi> {
  const { AsyncEntry } = await import("keytar");
  const entry = (service: string, account: string): InstanceType<typeof AsyncEntry> =>
    new AsyncEntry(service, account, { linux: { store: "secret-service" } });
  return {
    getPassword: async (service, account) => entry(service, account).getPassword(),
    setPassword: async (service, account, password) => entry(service, account).setPassword(password),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
  };
}
