import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from "node:crypto";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { z } from "zod";

/** Bytes as base64url without padding (RFC 4648, section 5). */
const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
/** A signature of Ed25519 (RFC 8032): 64 bytes as base64url. */
export const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/);

/** What everybody may know of a desk: by what its word is known, and to what a secret for it is sealed. */
export const deskCard = z.strictObject({
  /** Ed25519. */
  signing: bytes32,
  /** The recipient of an age X25519 identity. */
  recipient: z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/),
});
export type DeskCard = z.infer<typeof deskCard>;

/** The same with the secret halves, as the keychain keeps it. */
export const keptDeskKeys = z.strictObject({
  signing: z.strictObject({ x: bytes32, d: bytes32 }),
  identity: z.string().regex(/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/),
});
export type KeptDeskKeys = z.infer<typeof keptDeskKeys>;

export type DeskKeys = {
  readonly card: DeskCard;
  readonly identity: string;
  /** Signs exact bytes, for one purpose: what is signed for another does not verify. */
  readonly sign: (purpose: Purpose, bytes: Uint8Array) => string;
};

/** What a signature is for. It stands before what is signed, so that no text of one kind passes for another. */
export type Purpose = "push" | "heard" | "invitation" | "hand-over";
const labelled = (purpose: Purpose, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`front-desk ${purpose} 1\0`, "utf8"), bytes]);

const curve = { kty: "OKP", crv: "Ed25519" } as const;

/** Keys for a desk that joins or founds a clinic. */
export async function newDeskKeys(): Promise<KeptDeskKeys> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x, d } = privateKey.export({ format: "jwk" });
  return keptDeskKeys.parse({ signing: { x, d }, identity: await generateX25519Identity() });
}

export async function deskKeys({ signing, identity }: KeptDeskKeys): Promise<DeskKeys> {
  const key: KeyObject = createPrivateKey({ key: { ...curve, ...signing }, format: "jwk" });
  const recipient = await identityToRecipient(identity);
  return {
    // Of the key itself: a kept public half that is another's would make signatures that nobody believes.
    card: { signing: String(createPublicKey(key).export({ format: "jwk" }).x), recipient },
    identity,
    sign: (purpose, bytes) => sign(null, labelled(purpose, bytes), key).toString("base64url"),
  };
}

/** Whether the desk of this card signed exactly these bytes for this purpose. Never throws. */
export function isSignedBy(
  card: Pick<DeskCard, "signing">,
  signed: { readonly purpose: Purpose; readonly bytes: Uint8Array; readonly signature: string },
): boolean {
  try {
    const key = createPublicKey({ key: { ...curve, x: card.signing }, format: "jwk" });
    const given = Buffer.from(signed.signature, "base64url");
    return verify(null, labelled(signed.purpose, signed.bytes), key, given);
  } catch {
    return false;
  }
}
