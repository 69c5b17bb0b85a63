import { z } from "zod";

/** SHA-256 as 64 lower-case hexadecimal digits. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export type Sha256 = z.infer<typeof sha256>;

/** Names a clinic: the SHA-256 of the signed bytes of its first push. */
export const clinicId = sha256;
export type ClinicId = z.infer<typeof clinicId>;

/**
 * A random UUID (version 4) of a desk, record, item, attempt or notice address. An item is the record of the same id. In small letters alone: to
 * the hub's database two spellings are one name, and to a desk they are two, which then find different things.
 */
export const randomId = z.uuidv4().lowercase();
export type RandomId = z.infer<typeof randomId>;

/** A place in the clinic's log, from 1; 0 is before the first push. */
export const logNumber = z.int().min(0);
/** Counts the restored databases of a clinic, by leaps: 0 before the first. */
export const generation = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);
/** Which holding of an item it is: grows with every hand-over and take-over, and leaps over a restored database. */
export const claimEpoch = z.int().min(1);
/** Which key of the clinic encrypted it. */
export const keyEpoch = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
/** A record's version: 1 is the first. */
export const recordVersion = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** Bytes as base64 (RFC 4648, section 4, padded), at most so many before encoding. */
export const limitBytes = (most: number) =>
  z
    .base64()
    .max(Math.ceil(most / 3) * 4)
    .min(4);

/** An Ed25519 public key (RFC 8032): its 32 bytes as base64, in the one way to write them. The hub keeps the bytes, a desk the text. */
export const publicKey = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/);
/** An Ed25519 signature: its 64 bytes as base64. */
export const signature = z.base64().length(88);
/** An age X25519 recipient, `age1…`. */
export const recipient = z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/);

/** 32 random bytes as 43 characters of base64url, without padding: a credential, a token. */
export const secret256 = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/);

/** A moment of the hub's clock, in UTC, ISO 8601. It shows, and decides nothing. */
export const hubTime = z.iso.datetime();

/** A log up to a number: H(n) = SHA-256(H(n − 1) as 32 bytes, then the signed bytes of push n); H(0) is 32 zero bytes. */
export const logHead = z.strictObject({ number: logNumber, hash: sha256 });
export type LogHead = z.infer<typeof logHead>;

export const emptyLog: LogHead = { number: 0, hash: "0".repeat(64) };
