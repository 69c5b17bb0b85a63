import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const base64 = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** A PIN as it is kept: not to be read back, and slow to guess. */
export const pinHash = z.strictObject({
  salt: base64,
  hash: base64,
  /** The power of two that scrypt's N is. Bounded, so that a changed entry cannot hold the program up for long. */
  cost: z.int().min(14).max(19),
});
export type PinHash = z.infer<typeof pinHash>;

/**
 * N = 2^17, r = 8, p = 1: what OWASP's Password Storage Cheat Sheet names first for scrypt. It takes 128 MiB and, on an old
 * computer, about a second, on a thread of Node's own.
 */
export const usualPinCost = 17;
const blockSize = 8;
const hashLength = 32;

function derive(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  // One way to write é: what is typed on another keyboard is the same.
  const secret = Buffer.from(pin.normalize("NFKC"));
  const N = 2 ** cost;
  return new Promise<Buffer>((resolve, reject) => {
    const options = { N, r: blockSize, p: 1, maxmem: 129 * N * blockSize };
    scrypt(secret, salt, hashLength, options, (error, key) => {
      secret.fill(0);
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Makes and compares hashes; tests give cheaper ones. */
export type PinHashing = {
  readonly hash: (pin: string) => Promise<PinHash>;
  readonly matches: (pin: string, kept: PinHash) => Promise<boolean>;
};

export const createScryptHashing = (cost: number = usualPinCost): PinHashing => ({
  hash: async (pin) => {
    const salt = randomBytes(16);
    const hash = await derive(pin, salt, cost);
    return { salt: salt.toString("base64"), hash: hash.toString("base64"), cost };
  },
  matches: async (pin, kept) => {
    const wanted = Buffer.from(kept.hash, "base64");
    if (wanted.length !== hashLength) return false;
    const found = await derive(pin, Buffer.from(kept.salt, "base64"), kept.cost);
    const isSame = timingSafeEqual(found, wanted);
    found.fill(0);
    return isSame;
  },
});
