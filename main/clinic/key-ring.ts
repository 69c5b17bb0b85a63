import { z } from "zod";
import { loadAge } from "../platform/age.ts";
import { keyLength } from "./sealed-records.ts";

/** The clinic's keys by their epoch, from 1 on without a gap: records of all times can be read with it. */
export type KeyRing = readonly Uint8Array[];

export const currentEpoch = (ring: KeyRing): number => ring.length;
export const keyOf = (ring: KeyRing, epoch: number): Uint8Array | null => ring[epoch - 1] ?? null;

/** A ring as it is sealed: it names its clinic, so that no ring of another is taken for it. */
const ringText = z.strictObject({
  clinic: z.string(),
  keys: z.array(z.base64url()).min(1).max(10_000),
});

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
  const keys = ring.map((key) => Buffer.from(key).toString("base64url"));
  return encrypter.encrypt(JSON.stringify({ clinic, keys }));
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
    const ring = read.data.keys.map((key) => Buffer.from(key, "base64url"));
    return ring.every(({ length }) => length === keyLength) ? ring : null;
  } catch {
    return null;
  }
}

/** The ring after a rotation holds every earlier key as it was: else it is somebody else's. */
export const continues = (before: KeyRing, after: KeyRing): boolean =>
  after.length >= before.length &&
  before.every((key, at) => Buffer.compare(key, after[at] ?? key.subarray(1)) === 0);
