import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { z } from "zod";
import { publicKey, recipient } from "../../../shared/hub-api/values.ts";
import { loadAge } from "../../platform/age.ts";

/** What everybody may know of a desk: by what its word is known, and to what a secret for it is sealed. */
export const deskCard = z.strictObject({ publicKey, recipient });
export type DeskCard = z.infer<typeof deskCard>;

/** A desk's secrets as the keychain keeps them. */
export const keptDeskKeys = z.strictObject({
  /** The seed of an Ed25519 key (RFC 8032): its 32 bytes as base64. */
  seed: z.base64().length(44),
  /** An age X25519 identity. */
  identity: z.string().regex(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/),
});
export type KeptDeskKeys = z.infer<typeof keptDeskKeys>;

export type DeskKeys = {
  readonly card: DeskCard;
  readonly identity: string;
  /**
   * Signs exact bytes; answers base64. All that is signed is JSON whose `kind` says what it is, so that no text of one kind
   * passes for another.
   */
  readonly sign: (bytes: Uint8Array) => string;
};

/** Keys for a desk that founds or joins a clinic. */
export async function createDeskKeys(): Promise<KeptDeskKeys> {
  const { generateX25519Identity } = await loadAge();
  return { seed: randomBytes(32).toString("base64"), identity: await generateX25519Identity() };
}

// RFC 8410: what stands before the 32 bytes of a key in DER.
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");
const publicOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: "der", type: "spki" }).subarray(publicHead.length);

export async function deriveDeskKeys({ seed, identity }: KeptDeskKeys): Promise<DeskKeys> {
  const { identityToRecipient } = await loadAge();
  const der = Buffer.concat([privateHead, Buffer.from(seed, "base64")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return {
    card: { publicKey: publicOf(key).toString("base64"), recipient: await identityToRecipient(identity) },
    identity,
    sign: (bytes) => sign(null, bytes, key).toString("base64"),
  };
}

/** Whether the desk of this card signed exactly these bytes. Never throws. */
export function isSignedBy(
  card: Pick<DeskCard, "publicKey">,
  { bytes, signature }: { readonly bytes: Uint8Array; readonly signature: string },
): boolean {
  try {
    const der = Buffer.concat([publicHead, Buffer.from(card.publicKey, "base64")]);
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, bytes, key, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

/**
 * A secret that follows from another and does not lead back to it (HMAC-SHA-256 as HKDF-Expand does for one block, RFC 5869).
 */
export const deriveSecret = (from: string, purpose: "signing" | "credential"): Buffer =>
  createHmac("sha256", from).update(`front-desk sheet ${purpose} 1`).digest();
