import type * as keytar from "keytar/keytar.js";
import { z } from "zod";

/** The part of keytar's API that is used. An absent password is null; anything else that fails throws. */
export type KeytarApi = Pick<typeof keytar, "getPassword" | "setPassword" | "deletePassword">;

/**
 * Loads the system's keychain (Windows Credential Manager, macOS Keychain, Secret Service on Linux).
 * Loaded only when first needed, so that a system without the native module can still start.
 *
 * keytar's functions are built here from the package's own entries rather than taken from its
 * `keytar.js`: on Linux that one falls back, silently, to the kernel's key ring, which is empty after a
 * restart, and so would lose the key of the database. Pinned to the Secret Service, it fails instead.
 *
 * What this answers is for one secret, read or written: there each entry connects anew, which holds the program up for
 * 7 to 20 ms, so it is used again. Kept for longer it would fail at every call once the keyring's daemon was started anew.
 */
export async function loadKeytar(): Promise<KeytarApi> {
  const { AsyncEntry } = await import("keytar");
  const entries = new Map<string, InstanceType<typeof AsyncEntry>>();
  const entry = (service: string, account: string): InstanceType<typeof AsyncEntry> => {
    const name = JSON.stringify([service, account]);
    const made =
      entries.get(name) ?? new AsyncEntry(service, account, { linux: { store: "secret-service" } });
    entries.set(name, made);
    return made;
  };
  return {
    getPassword: async (service, account) => entry(service, account).getPassword(),
    setPassword: async (service, account, password) => entry(service, account).setPassword(password),
    deletePassword: async (service, account) => entry(service, account).deletePassword(),
  };
}

/** The name of the only entry, where there is one. */
const onlyEntry = "secrets";

const entriesSchema = z.record(z.string(), z.string());

/**
 * All entries of a service as one entry of the keychain. macOS asks a person about each entry whenever the program was
 * signed anew, and has no limit on how long one is. Calls must come one after the other.
 */
export function asOneEntry({ getPassword, setPassword, deletePassword }: KeytarApi): KeytarApi {
  const read = async (service: string): Promise<Record<string, string>> => {
    const text = (await getPassword(service, onlyEntry)) ?? "{}";
    try {
      return entriesSchema.parse(JSON.parse(text));
    } catch {
      throw new Error("The keychain's entry is in another encoding.");
    }
  };
  return {
    getPassword: async (service, account) => {
      const entries = await read(service);
      return Object.hasOwn(entries, account) ? (entries[account] ?? null) : null;
    },
    setPassword: async (service, account, password) => {
      const entries = await read(service);
      await setPassword(service, onlyEntry, JSON.stringify({ ...entries, [account]: password }));
    },
    deletePassword: async (service, account) => {
      const { [account]: gone, ...rest } = await read(service);
      if (gone === undefined) return false;
      if (Object.keys(rest).length === 0) return deletePassword(service, onlyEntry);
      await setPassword(service, onlyEntry, JSON.stringify(rest));
      return true;
    },
  };
}

/** The keychain of a system, as its entries are best kept there. */
export const loadSystemKeychain = async (platform: NodeJS.Platform): Promise<KeytarApi> =>
  platform === "darwin" ? asOneEntry(await loadKeytar()) : loadKeytar();
