import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { clinicId, logHead, randomId, sha256 } from "../../../shared/hub-api/values.ts";
import { deskCard, type DeskCard } from "./desk-keys.ts";

/**
 * A desk joins with a code that one person reads to another. The code encrypts nothing: it proves to each of the two desks
 * that the other's keys came from where the code is known. One that is found later opens nothing.
 */

const codeBytes = 16;
/** Crockford's base 32: no I, L, O or U, so that nothing is read as something else. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bodyLength = 26;
const checkLength = 2;

function base32(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex")}`) << BigInt((5 - ((bytes.length * 8) % 5)) % 5);
  let text = "";
  for (let at = 0; at < length; at++) {
    text = (letters[Number(value & 31n)] ?? "") + text;
    value >>= 5n;
  }
  return text;
}

/** Ten bits, so that of a thousand typing errors one is not noticed at once. */
const checkOf = (secret: Uint8Array): string => {
  const digest = createHash("sha256").update("front-desk code 1\0").update(secret).digest();
  return base32(digest.subarray(0, 2), 4).slice(0, checkLength);
};

/** 28 characters in groups of four, from 128 random bits. */
export function formatInvitationCode(secret: Uint8Array): string {
  if (secret.length !== codeBytes) throw new RangeError("secret");
  const text = base32(secret, bodyLength) + checkOf(secret);
  return text.match(/.{4}/g)?.join("-") ?? text;
}

/** What was typed as a code; null when it is none, or one with a typing error. */
export function readCode(typed: string): Uint8Array | null {
  const text = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s‐-―−-]/g, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");
  if (text.length !== bodyLength + checkLength) return null;
  let value = 0n;
  for (const letter of text.slice(0, bodyLength)) {
    const at = letters.indexOf(letter);
    if (at < 0) return null;
    value = (value << 5n) | BigInt(at);
  }
  // 130 bits are written for 128.
  if ((value & 3n) !== 0n) return null;
  const secret = Buffer.from((value >> 2n).toString(16).padStart(codeBytes * 2, "0"), "hex");
  return text.endsWith(checkOf(secret)) ? secret : null;
}

/** The invitation's id: where the two desks leave their words at the hub. It tells nothing of the code. */
export const deriveRendezvousId = (secret: Uint8Array): string =>
  createHmac("sha256", secret).update("front-desk meeting 1").digest("hex");

/** The new desk's first word. */
export const hello = z.strictObject({
  desk: randomId,
  card: deskCard,
  /** SHA-256 of the credential that the desk made for itself. */
  credential: sha256,
  /** The mark of the account that it is signed in to, by the code. */
  account: sha256,
  /** What the desk calls itself: shown to the person who is asked. */
  name: z.string().min(1).max(60),
});
export type Hello = z.infer<typeof hello>;

/** The answer of the desk that invited. */
export const welcome = z.strictObject({
  /** Which clinic, by the SHA-256 of its first push: another history is another clinic. */
  clinic: clinicId,
  /** Who invited: the clinic's log must know it as an admin. */
  inviter: deskCard,
  /** For whom: the card of the hello that is answered. */
  invited: deskCard,
  /** The mark of the clinic's account, by the code. */
  account: sha256,
  /** How far whoever invited has read the log: a Front Desk before this one did not say. */
  head: logHead.optional(),
});
export type Welcome = z.infer<typeof welcome>;

/** The other answer: a clinic is of one account of the service, and the new desk is signed in to another one. */
const turnedAway = z.strictObject({ turnedAway: z.literal("other-account") });
type TurnedAway = z.infer<typeof turnedAway>;

const proven = z.strictObject({
  text: z.string().max(4_096),
  proof: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});
type Proven = z.infer<typeof proven>;
type Side = "hello" | "welcome";

const proofOf = (secret: Uint8Array, side: Side, text: string): Buffer =>
  createHmac("sha256", secret).update(`front-desk ${side} 1\0`).update(text, "utf8").digest();

const prove = (secret: Uint8Array, side: Side, word: Hello | Welcome | TurnedAway): Proven => {
  const text = JSON.stringify(word);
  return { text, proof: proofOf(secret, side, text).toString("base64url") };
};

function proved<S extends z.ZodType>(
  secret: Uint8Array,
  { side, schema, given }: { readonly side: Side; readonly schema: S; readonly given: unknown },
): z.infer<S> | null {
  const read = proven.safeParse(given);
  if (!read.success) return null;
  const { text, proof } = read.data;
  const found = Buffer.from(proof, "base64url");
  const wanted = proofOf(secret, side, text);
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const sendHello = (secret: Uint8Array, word: Hello): Proven => prove(secret, "hello", word);
export const sendTurnedAway = (secret: Uint8Array): Proven =>
  prove(secret, "welcome", { turnedAway: "other-account" });
export const sendWelcome = (secret: Uint8Array, word: Welcome): Proven => prove(secret, "welcome", word);

/** Null: whoever says it does not know the code, or something was changed on the way. */
export const readHello = (secret: Uint8Array, given: unknown): Hello | null =>
  proved(secret, { side: "hello", schema: hello, given });

/** Null also for a welcome that answers another desk's hello. `account`: the mark of this desk's, by the code. */
export function readWelcome(
  secret: Uint8Array,
  { given, own, account }: { readonly given: unknown; readonly own: DeskCard; readonly account: string },
): Welcome | "other-account" | null {
  const word = proved(secret, { side: "welcome", schema: z.union([welcome, turnedAway]), given });
  if (word === null) return null;
  if ("turnedAway" in word) return word.turnedAway;
  const isForUs = word.invited.publicKey === own.publicKey && word.invited.recipient === own.recipient;
  if (!isForUs) return null;
  return word.account === account ? word : "other-account";
}
