import { createHash } from "node:crypto";
import { fail } from "../../contract/failure.ts";
import { say } from "../../messages/saying.ts";
import type { SecretResult, SecretStore } from "../account/secret-store.ts";
import type { RandomIds } from "../platform/ports.ts";

/**
 * The key of one database file. `salt` is the file's first 16 bytes, which stand there in clear: the
 * beginning of a digest of the key. So a file names its own key, in the keychain and wherever the file is
 * moved to, and a key that is not the file's is told from a damaged file.
 */
export type DatabaseKey = { readonly bytes: Buffer; readonly salt: Buffer };

export const saltLength = 16;

const saltOf = (bytes: Buffer): Buffer =>
  createHash("sha256").update("front-desk database key\0").update(bytes).digest().subarray(0, saltLength);

const nameOf = (salt: Buffer): string => `database-key/${salt.toString("hex")}`;

const notKept: SecretResult<never> = {
  ok: false,
  problem: "unavailable",
  failure: fail("keychain", say("failures.signIn.keychain.keepsNothing")),
};

/** Makes a key and keeps it. `ok` only when the keychain has given it back as it was put in. */
export async function createKey(
  secrets: SecretStore,
  random: Pick<RandomIds, "bytes">,
): Promise<SecretResult<DatabaseKey>> {
  const bytes = Buffer.from(random.bytes(32));
  const key = { bytes, salt: saltOf(bytes) };
  const secret = bytes.toString("base64");
  const set = await secrets.set(nameOf(key.salt), secret);
  if (!set.ok) return set;
  const kept = await secrets.get(nameOf(key.salt));
  if (!kept.ok) return kept;
  return kept.value === secret ? { ok: true, value: key } : notKept;
}

/** The key of the file with this salt. `missing`: the keychain has none. `wrong`: it is not the file's. */
export async function findKey(
  secrets: SecretStore,
  salt: Buffer,
): Promise<SecretResult<DatabaseKey | "missing" | "wrong">> {
  const secret = await secrets.get(nameOf(salt));
  if (!secret.ok) return secret;
  if (secret.value === null) return { ok: true, value: "missing" };
  const bytes = Buffer.from(secret.value, "base64");
  if (bytes.length !== 32 || !saltOf(bytes).equals(salt)) return { ok: true, value: "wrong" };
  return { ok: true, value: { bytes, salt } };
}
