import { chacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { Identity, Recipient } from "age-encryption";
import { randomBytes, scrypt } from "node:crypto";
import { normalizePassphrase } from "../../../shared/backup/passphrase.ts";
import { loadAge } from "../../platform/age.ts";
import { BadBackup } from "./content.ts";

/**
 * The power of two that scrypt's N is: what age uses itself. It takes 256 MiB and a second or two, on a thread of Node's
 * own: age's package would hold up main meanwhile, so the one stanza is made and read here.
 */
export const usualBackupCost = 18;
const saltLength = 16;
const fileKeyLength = 16;
const label = Buffer.from("age-encryption.org/v1/scrypt", "latin1");
/** age seals the file's key once with each derived key. */
const nonce = new Uint8Array(12);

function derive(passphrase: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: 8, p: 1, maxmem: 129 * N * 8 };
  const secret = Buffer.from(normalizePassphrase(passphrase), "utf8");
  return new Promise((resolve, reject) => {
    scrypt(secret, Buffer.concat([label, salt]), 32, options, (error, key) => {
      secret.fill(0);
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replaceAll("=", "");

function recipient(passphrase: string, cost: number): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(saltLength);
      const key = await derive(passphrase, salt, cost);
      const { Stanza } = await loadAge();
      const body = chacha20poly1305(key, nonce).encrypt(fileKey);
      return [new Stanza(["scrypt", unpadded(salt), String(cost)], body)];
    },
  };
}

function identity(passphrase: string): Identity {
  return {
    unwrapFileKey: async ([stanza, ...others]) => {
      const [kind, salt = "", cost = ""] = stanza?.args ?? [];
      if (stanza === undefined || others.length > 0 || kind !== "scrypt" || stanza.args.length !== 3)
        throw new BadBackup("not-backup");
      const saltBytes = Buffer.from(salt, "base64");
      // A cost of its own choosing could take all memory.
      const isKnown =
        /^[1-9]\d?$/.test(cost) && Number(cost) <= usualBackupCost && unpadded(saltBytes) === salt;
      if (!isKnown || saltBytes.length !== saltLength || stanza.body.length !== fileKeyLength + 16)
        throw new BadBackup("damaged");
      const key = await derive(passphrase, saltBytes, Number(cost));
      try {
        return chacha20poly1305(key, nonce).decrypt(stanza.body);
      } catch {
        throw new BadBackup("passphrase");
      }
    },
  };
}

/** What age's package reads from. */
function streamOf(parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const reading = parts[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await reading.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => void (await reading.return?.()),
  });
}

async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever reads no more lets go of the file.
    await reader.cancel().catch(() => undefined);
  }
}

/** Encrypts to a passphrase, in the format of age (age-encryption.org/v1): `age --decrypt` reads it too. */
export async function encryptBackup(
  plain: AsyncIterable<Uint8Array>,
  { passphrase, cost = usualBackupCost }: { readonly passphrase: string; readonly cost?: number },
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient(passphrase, cost));
  return partsOf(await encrypter.encrypt(streamOf(plain)));
}

const firstLine = "age-encryption.org/v1\n-> ";
/** Bytes of the header of a backup of ours: well within that. */
const longestHeader = 1_024;

/**
 * Looks at the first bytes of a file, which must hold age's whole header: its package would look for the end of a line
 * without a limit. Throws `BadBackup`.
 */
export function assertBackupStart(start: Uint8Array): void {
  const text = Buffer.from(start).toString("latin1", 0, longestHeader);
  if (text.startsWith(firstLine) && /\n--- [A-Za-z0-9+/]{43}\n/.test(text)) return;
  const isBegun = text !== "" && (firstLine.startsWith(text) || text.startsWith(firstLine));
  throw new BadBackup(isBegun ? "damaged" : "not-backup");
}
export const startLength = longestHeader;

/** The other way round. Throws `BadBackup` here or while it is read; nothing is given that was changed. */
export async function decryptBackup(
  file: AsyncIterable<Uint8Array>,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity(passphrase));
  try {
    return judged(partsOf(await decrypter.decrypt(streamOf(file))));
  } catch (error) {
    throw judgedError(error);
  }
}

/** age's package throws plain errors for whatever does not fit. */
function judgedError(error: unknown): unknown {
  if (error instanceof BadBackup) return error;
  const isDisks = error instanceof Error && "syscall" in error;
  return isDisks ? new BadBackup("unreadable") : new BadBackup("damaged");
}

async function* judged(plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* plain;
  } catch (error) {
    throw judgedError(error);
  }
}
