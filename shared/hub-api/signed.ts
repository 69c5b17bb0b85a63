import { z } from "zod";
import { entry } from "./entries.ts";
import { hubLimits } from "./limits.ts";
import { limitBytes, clinicId, generation, logHead, randomId, signature } from "./values.ts";

/** What a desk signs, as JSON in UTF-8. The exact bytes are kept, chained and passed on; nobody writes them anew. */
export const signedPush = z.strictObject({
  v: z.literal(1),
  kind: z.literal("push"),
  /** Null in the first push of a clinic alone. */
  clinic: clinicId.nullable(),
  desk: randomId,
  /** The desk's own count of pushes, from 1, without a gap. */
  sequence: z.int().min(1),
  /** The clinic's generation as the desk knows it; another is refused with the present one. */
  generation,
  /** How far the desk had read the log. */
  read: logHead,
  entries: z
    .array(entry)
    .min(1)
    .max(hubLimits.entries)
    .refine((all) => all.filter(({ type }) => type === "guests-removed").length <= 1),
});
export type SignedPush = z.infer<typeof signedPush>;

/** How a push travels. */
export const push = z.strictObject({
  /** The signed bytes. */
  bytes: limitBytes(hubLimits.signedBytes),
  /** Of those bytes, by the desk's key. */
  signature,
  /** Each one that an entry names, once, in the order of the entries. */
  ciphertexts: z.array(limitBytes(hubLimits.ciphertext)).max(hubLimits.entries),
});
export type Push = z.infer<typeof push>;

/** Each minute of an open desk: how far it has read, so that a frozen hub shows. */
export const signedHeartbeat = z.strictObject({
  v: z.literal(1),
  kind: z.literal("heartbeat"),
  clinic: clinicId,
  desk: randomId,
  generation,
  read: logHead,
  /** The desk's clock. */
  at: z.iso.datetime(),
});

/** How a heartbeat travels, to the hub and on to the other desks. */
export const heartbeat = z.strictObject({ bytes: limitBytes(1_024), signature });
export type Heartbeat = z.infer<typeof heartbeat>;
