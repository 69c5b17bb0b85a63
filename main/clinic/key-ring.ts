import { z } from "zod";
import { loadAge } from "../platform/age.ts";
import { keyLength } from "./sealed-records.ts";

/**
 * The clinic's keys by their epoch, from 1 on: records of all times can be read with it. A key that nobody gave to this desk is
 * empty: whoever has the keys of one desk can say a ring that only it opens.
 */
export type KeyRing = readonly Uint8Array[];

const unknownKey = new Uint8Array(0);

export const currentEpoch = (ring: KeyRing): number => ring.length;
export function keyOf(ring: KeyRing, epoch: number): Uint8Array | null {
  const key = ring[epoch - 1] ?? unknownKey;
  return key.length === 0 ? null : key;
}

/** A ring as it is sealed: it names its clinic, so that no ring of another is taken for it. */
const ringText = z.strictObject({
  clinic: z.string(),
  keys: z.array(z.base64url()).min(1).max(10_000),
  /** So many before them are left out. */
  skipped: z.int().min(0).max(1_000_000).optional(),
});

/** So many keys are sealed, the last: each removal makes one, and a ring that grew without end would fit into no push. */
const mostKeys = 2_000;

/** Whether anything can be sealed to it: whoever adds a member can make it up. */
async function canRead(recipient: string): Promise<boolean> {
  const { Encrypter } = await loadAge();
  try {
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    await encrypter.encrypt("");
    return true;
  } catch {
    return false;
  }
}

/**
 * Seals a ring to whoever may read, by age (age-encryption.org/v1). One sealed text opens for each of them. A recipient to which
 * nothing can be sealed is left out: it would keep every removal and every new member from all others.
 */
export async function sealRing(
  ring: KeyRing,
  { clinic, recipients }: { readonly clinic: string; readonly recipients: readonly string[] },
): Promise<Uint8Array> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  let readers = 0;
  for (const recipient of recipients) {
    if (!(await canRead(recipient))) continue;
    encrypter.addRecipient(recipient);
    readers += 1;
  }
  if (readers === 0) throw new RangeError("recipients");
  const keys = ring.slice(-mostKeys).map((key) => Buffer.from(key).toString("base64url"));
  const skipped = ring.length - keys.length;
  return encrypter.encrypt(JSON.stringify({ clinic, keys, ...(skipped > 0 && { skipped }) }));
}

/** Null: it is not for this identity, was changed on the way, or is another clinic's. */
export async function openRing(
  sealed: Uint8Array,
  { clinic, identity }: { readonly clinic: string; readonly identity: string },
): Promise<KeyRing | null> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const read = ringText.safeParse(JSON.parse(await decrypter.decrypt(sealed, "text")));
    if (!read.success || read.data.clinic !== clinic) return null;
    const { keys, skipped = 0 } = read.data;
    const known = keys.map((key) => Buffer.from(key, "base64url"));
    const ring = [...Array.from({ length: skipped }, () => unknownKey), ...known];
    const isRing = ring.every(({ length }) => length === keyLength || length === 0);
    return isRing && keyOf(ring, ring.length) !== null ? ring : null;
  } catch {
    return null;
  }
}

/**
 * What a desk has once another ring has come: the keys it has stay as they are, whoever says otherwise, and what it has not comes to
 * them. So a ring that was made for some desks alone ends with the next one.
 */
export function joinedRings(before: KeyRing, after: KeyRing): KeyRing {
  const longer = after.length > before.length ? after : before;
  return longer.map((_key, at) => keyOf(before, at + 1) ?? after[at] ?? unknownKey);
}

/** The ring with a new key, for the epoch behind that one. */
export const renewedRing = (ring: KeyRing, { epoch, key }: { epoch: number; key: Uint8Array }): KeyRing => [
  ...Array.from({ length: epoch }, (_none, at) => ring[at] ?? unknownKey),
  key,
];
