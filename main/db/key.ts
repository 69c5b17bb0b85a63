import { createHash } from "node:crypto";
import { fail } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import type { SecretResult, SecretStore } from "../platform/secret-store.ts";
import type { RandomIds } from "../platform/ports.ts";

/** What files are encrypted with, and the words that the digest of a key for it begins with. Files keep theirs. */
const ciphers = {
  /** AEGIS-256, which today's processors have instructions for. */
  aegis: "front-desk database key aegis\0",
  /** ChaCha20-Poly1305, of files made before 2026-11-22. */
  chacha20: "front-desk database key\0",
} as const;

export type Cipher = keyof typeof ciphers;

/**
 * The key of one database file. `salt` is the file's first 16 bytes, which stand there in clear: the
 * beginning of a digest of the cipher and the key. So a file names its own key, in the keychain and wherever
 * the file is moved to, and what it is for; a key that is not the file's is told from a damaged file.
 */
export type DatabaseKey = { readonly bytes: Buffer; readonly salt: Buffer; readonly cipher: Cipher };

export const saltLength = 16;
const keyLength = 32;

const keyFor = (bytes: Buffer, cipher: Cipher): DatabaseKey => ({
  bytes,
  salt: createHash("sha256").update(ciphers[cipher]).update(bytes).digest().subarray(0, saltLength),
  cipher,
});

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
  const made = random.bytes(keyLength);
  const bytes = Buffer.from(made);
  made.fill(0);
  return keepKey(secrets, keyFor(bytes, "aegis"));
}

/** The key of the file that begins with this salt, out of its bytes; null: they are another file's. */
export function findDatabaseKey(bytes: Buffer, salt: Buffer): DatabaseKey | null {
  const keys = [keyFor(bytes, "aegis"), keyFor(bytes, "chacha20")];
  return bytes.length === keyLength ? (keys.find((own) => own.salt.equals(salt)) ?? null) : null;
}

/** Keeps the key of a file that came from elsewhere. `ok` only when the keychain has given it back as it was put in. */
export async function keepKey(secrets: SecretStore, key: DatabaseKey): Promise<SecretResult<DatabaseKey>> {
  const secret = key.bytes.toString("base64");
  const set = await secrets.set(nameOf(key.salt), secret);
  if (!set.ok) return set;
  const kept = await secrets.get(nameOf(key.salt));
  if (!kept.ok) return kept;
  return kept.value === secret ? { ok: true, value: key } : notKept;
}

/** Nobody opens the file with this salt any more, once whoever has it open has closed it. */
export const forgetKey = (secrets: SecretStore, salt: Buffer) => secrets.delete(nameOf(salt));

/** The key of the file with this salt. `missing`: the keychain has none. `wrong`: it is not the file's. */
export async function findKey(
  secrets: SecretStore,
  salt: Buffer,
): Promise<SecretResult<DatabaseKey | "missing" | "wrong">> {
  const secret = await secrets.get(nameOf(salt));
  if (!secret.ok) return secret;
  if (secret.value === null) return { ok: true, value: "missing" };
  const bytes = Buffer.from(secret.value, "base64");
  return { ok: true, value: findDatabaseKey(bytes, salt) ?? "wrong" };
}
