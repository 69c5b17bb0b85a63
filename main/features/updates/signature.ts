import { createPublicKey, verify, type KeyObject } from "node:crypto";

/** Beside `latest.yml` lies `latest.yml.sig`. */
export const getSignatureName = (file: string): string => `${file}.sig`;

/**
 * What is signed: the file's name is part of it, so that the feed of one system or channel cannot be put in another's place.
 */
export const toSignedBytes = (file: string, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`front-desk feed\n${file}\n`), content]);

/** An Ed25519 key from the base64 of its SubjectPublicKeyInfo (RFC 8410); null for anything else. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** The keys of a list with spaces or commas between them. Throws where one is none: a program would trust fewer unseen. */
export function readPublicKeys(text: string): readonly KeyObject[] {
  const texts = text.split(/[\s,]+/).filter(Boolean);
  return texts.map((one, at) => {
    const key = readPublicKey(one);
    if (key === null) throw new Error(`Key ${at + 1} is no Ed25519 public key in base64.`);
    return key;
  });
}

/** Whether one of the keys made the signature, 64 bytes in base64, of that file. */
export function isSigned(
  keys: readonly KeyObject[],
  {
    file,
    content,
    signature,
  }: { readonly file: string; readonly content: Uint8Array; readonly signature: string },
): boolean {
  const bytes = Buffer.from(signature.trim(), "base64");
  if (bytes.length !== 64) return false;
  return keys.some((key) => verify(null, toSignedBytes(file, content), key, bytes));
}
