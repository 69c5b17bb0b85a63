import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";

/** Where a sealed record stands. It is bound to its place: the hub can move it nowhere else unnoticed. */
export type RecordPlace = {
  readonly clinic: string;
  /** Random, nothing of what it names. */
  readonly id: string;
  /** The desk's own count: one more than the version that the change was based on. */
  readonly version: number;
  /** Which of the clinic's keys. */
  readonly epoch: number;
};

export const recordKeyLength = 32;
const nonceLength = 24;
const lengthBytes = 4;
const tagLength = 16;
/** What a record's size tells is rounded to so many bytes. */
export const padding = 512;
/** A record is a form, a list of settings: never a file. Bytes. */
export const largestRecord = 1_048_576;

// A list in JSON is one text for one place: no two places give the same bytes.
const bound = ({ clinic, id, version, epoch }: RecordPlace): Uint8Array =>
  Buffer.from(JSON.stringify(["front-desk record 1", clinic, id, version, epoch]), "utf8");

function padded(plain: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(Math.ceil((lengthBytes + plain.length) / padding) * padding);
  whole.writeUInt32BE(plain.length);
  whole.set(plain, lengthBytes);
  return whole;
}

function unpadded(whole: Uint8Array): Uint8Array | null {
  if (whole.length < lengthBytes || whole.length % padding !== 0) return null;
  const length = Buffer.from(whole.buffer, whole.byteOffset, lengthBytes).readUInt32BE();
  const end = lengthBytes + length;
  if (end > whole.length || whole.length - end >= padding) return null;
  return whole.subarray(lengthBytes, end);
}

/**
 * A record as the hub keeps it: nonce, XChaCha20-Poly1305, padded before. 24 random bytes are a nonce for as many records
 * as there will ever be (draft-irtf-cfrg-xchacha, section 3.1).
 */
export function sealRecord(
  plain: Uint8Array,
  {
    place,
    key,
    nonce,
  }: { readonly place: RecordPlace; readonly key: Uint8Array; readonly nonce: Uint8Array },
): Uint8Array {
  if (nonce.length !== nonceLength || plain.length > largestRecord) throw new RangeError("record");
  const cipher = xchacha20poly1305(key, nonce, bound(place));
  return Buffer.concat([nonce, cipher.encrypt(padded(plain))]);
}

/** Null: it is not what was sealed for this place with this key. */
export function openRecord(
  sealed: Uint8Array,
  { place, key }: { readonly place: RecordPlace; readonly key: Uint8Array },
): Uint8Array | null {
  const longest = nonceLength + tagLength + largestRecord + padding;
  if (sealed.length < nonceLength + tagLength + padding || sealed.length > longest) return null;
  try {
    const cipher = xchacha20poly1305(key, sealed.subarray(0, nonceLength), bound(place));
    return unpadded(cipher.decrypt(sealed.subarray(nonceLength)));
  } catch {
    return null;
  }
}
