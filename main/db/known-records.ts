import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { SecretResult, SecretStore } from "../platform/secret-store.ts";
import { saltLength } from "./key.ts";

/**
 * The keychain's note that a folder has records: without it, a database that was deleted would look like a first
 * start. It stands under a digest of the folder's path, since several profiles may share a keychain.
 */
export type KnownRecords = {
  /** Whether there ever were records in the folder. */
  readonly areKnown: () => Promise<SecretResult<boolean>>;
  /** Keeps the note. A keychain that does not take it is asked again at the next start. */
  readonly remember: (salt: Buffer) => Promise<void>;
  /** A person has decided to start anew. */
  readonly forget: () => Promise<SecretResult<null>>;
};

/** What the keychain calls a folder of records: a digest of its path. */
export const getRecordsPlace = (directory: string): string =>
  createHash("sha256")
    .update(resolve(directory))
    .digest("hex")
    .slice(0, saltLength * 2);

export function createKnownRecords(secrets: SecretStore, directory: string): KnownRecords {
  const name = `records/${getRecordsPlace(directory)}`;
  return {
    areKnown: async () => {
      const note = await secrets.get(name);
      return note.ok ? { ok: true, value: note.value !== null } : note;
    },
    remember: async (salt) => {
      const text = salt.toString("hex");
      const note = await secrets.get(name);
      if (note.ok && note.value !== text) await secrets.set(name, text);
    },
    forget: () => secrets.delete(name),
  };
}
