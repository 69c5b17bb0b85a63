import { z } from "zod";
import { hubLimits } from "../../../shared/hub-api/limits.ts";
import { keyEpoch } from "../../../shared/hub-api/values.ts";
import { loadAge } from "../../platform/age.ts";
import { recordKeyLength } from "./sealed-records.ts";

/**
 * The clinic's keys by their epoch, from 1 on: records of all times can be read with it. Only those are in it that somebody gave to
 * this desk: whoever has the keys of one desk can say a ring that only it opens, and give it any number.
 */
export type KeyRing = ReadonlyMap<number, Uint8Array>;

export const noKeys: KeyRing = new Map();

/** A ring of all keys from the first on. */
export const createRing = (keys: readonly Uint8Array[]): KeyRing =>
  new Map(keys.map((key, at) => [at + 1, key]));

/** Of the last key. */
export const getCurrentEpoch = (ring: KeyRing): number =>
  [...ring.keys()].reduce((last, epoch) => Math.max(last, epoch), 0);
export const getRingKey = (ring: KeyRing, epoch: number): Uint8Array | null => ring.get(epoch) ?? null;

/** A ring as it is sealed: it names its clinic, so that no ring of another is taken for it. */
const ringText = z
  .strictObject({
    clinic: z.string(),
    keys: z.array(z.base64url()).min(1).max(10_000),
    /** Of each key, where they are not all from the first on. */
    epochs: z.array(keyEpoch).max(10_000).optional(),
  })
  .refine(({ keys, epochs }) => epochs === undefined || epochs.length === keys.length);

/**
 * So many keys are kept and sealed, the first and the last: each removal makes one, and a ring that grew without end would fit into no
 * push. The first stay, so that nobody can make keys until a new desk, or the recovery sheet, opens nothing of before.
 */
const mostKeys = 2_000;

export function dropSupersededKeys(ring: KeyRing): KeyRing {
  const sorted = [...ring].toSorted(([one], [other]) => one - other);
  const half = mostKeys / 2;
  return new Map(sorted.length <= mostKeys ? sorted : [...sorted.slice(0, half), ...sorted.slice(-half)]);
}

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
  for (const recipient of new Set(recipients)) {
    if (!(await canRead(recipient))) continue;
    encrypter.addRecipient(recipient);
    readers += 1;
  }
  if (readers === 0) throw new RangeError("recipients");
  const lasting = [...dropSupersededKeys(ring)];
  const keys = lasting.map(([, key]) => Buffer.from(key).toString("base64url"));
  const epochs = lasting.map(([epoch]) => epoch);
  const isWhole = epochs.every((epoch, at) => epoch === at + 1);
  return encrypter.encrypt(JSON.stringify({ clinic, keys, ...(!isWhole && { epochs }) }));
}

/** As many as a clinic has members, and the one who comes: each is tried, which takes a while. */
const mostReaders = hubLimits.members + 1;

/** To how many it is sealed: a line of the head for each (age-encryption.org/v1). */
function readersOf(sealed: Uint8Array): number {
  const text = Buffer.from(sealed).toString("latin1");
  return text.slice(0, text.indexOf("\n---")).split("\n-> ").length - 1;
}

/** Null: it is not for this identity, was changed on the way, or is another clinic's. */
export async function openRing(
  sealed: Uint8Array,
  { clinic, identity }: { readonly clinic: string; readonly identity: string },
): Promise<KeyRing | null> {
  if (readersOf(sealed) > mostReaders) return null;
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const read = ringText.safeParse(JSON.parse(await decrypter.decrypt(sealed, "text")));
    if (!read.success || read.data.clinic !== clinic) return null;
    const { keys, epochs } = read.data;
    const known = keys.map((key) => Buffer.from(key, "base64url"));
    if (!known.every(({ length }) => length === recordKeyLength)) return null;
    return new Map(known.map((key, at) => [epochs?.[at] ?? at + 1, key]));
  } catch {
    return null;
  }
}

/**
 * Whether a ring is said too late: the one that began its epoch was kept from this desk, so this one may have another key than others
 * have. It waits for the next.
 */
export const isLateRing = (
  own: KeyRing,
  { epoch, isNext }: { readonly epoch: number; readonly isNext: boolean },
): boolean => !isNext && own.size > 0 && getRingKey(own, epoch) === null;

/**
 * What a desk has once another ring has come: the keys it has stay as they are, whoever says otherwise, and what it has not comes to
 * them. So a ring that was made for some desks alone ends with the next one.
 */
export const mergeRings = (before: KeyRing, after: KeyRing): KeyRing => new Map([...after, ...before]);

/** The ring with a new key, for the epoch behind that one. */
export const renewRing = (ring: KeyRing, { epoch, key }: { epoch: number; key: Uint8Array }): KeyRing =>
  new Map(ring).set(epoch + 1, key);
