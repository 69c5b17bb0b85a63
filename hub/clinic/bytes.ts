import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
export const fromHex = (text: string): Buffer => Buffer.from(text, "hex");
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
export const fromBase64 = (text: string): Buffer => Buffer.from(text, "base64");

export const computeSha256 = (...parts: readonly Uint8Array[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

/** H(n) of the log: shared/hub-api/values.ts. */
export const computeNextHash = (before: string, bytes: Uint8Array): string =>
  computeSha256(fromHex(before), bytes);

/** What stands before the 32 bytes of an Ed25519 key in its SPKI form (RFC 8410). */
const spki = Buffer.from("302a300506032b6570032100", "hex");

function keyOf(publicKey: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.concat([spki, publicKey]), format: "der", type: "spki" });
  } catch {
    return null;
  }
}

/** Whether the Ed25519 key signed those bytes. */
export function isSignatureValid(bytes: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const key = publicKey.length === 32 ? keyOf(publicKey) : null;
  return key !== null && verify(null, bytes, key, signature);
}
