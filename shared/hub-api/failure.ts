import { z } from "zod";
import { push } from "./signed.ts";
import { claimEpoch, generation, logHead, randomId } from "./values.ts";

/** A claim as it stands. */
export const claim = z.strictObject({
  holder: randomId,
  epoch: claimEpoch,
  /** What ended the item; null while it waits. */
  ended: z.enum(["booked", "discarded", "edited"]).nullable(),
});

/** Which entry of the push it is about, from 0. */
const place = { entry: z.int().min(0) };
const code = <C extends string>(name: C) => ({ code: z.literal(name) });

/** The body of every answer but 2xx. Nothing was done, unless a line says otherwise. */
export const hubFailure = z.discriminatedUnion("code", [
  /** 400: not what this contract says. `path` names fields, never values. */
  z.strictObject({ ...code("invalid"), path: z.string().max(200) }),
  /** 400: the signature is not that of the desk's key, or a ciphertext is not the one that was signed. */
  z.strictObject(code("signature-invalid")),
  /** 401: no such clinic, desk or credential. Which of them is not said. */
  z.strictObject(code("unauthorized")),
  /** 403: the desk was removed by this push, which proves it. `asked`: it was reported lost, and another desk has to say so too. */
  z.strictObject({ ...code("desk-removed"), removal: push, asked: z.literal(true).optional() }),
  /** 403: only a desk with `admin` may. */
  z.strictObject({ ...code("not-admin"), ...place }),
  /** 403: the creation token is none, or was used. */
  z.strictObject(code("token-refused")),
  z.strictObject(code("not-found")),
  /** 408: the request came too slowly. */
  z.strictObject(code("too-slow")),
  z.strictObject(code("too-large")),
  z.strictObject(code("media-type")),
  /** 429: Retry-After says when. */
  z.strictObject(code("rate-limited")),
  /** 409: the desk's next push is that one. A higher number was sent: some are missing here. */
  z.strictObject({ ...code("sequence-gap"), expected: z.int().min(1), head: logHead }),
  /** 409: another push has that number: a copy of this desk, or one that was restored. */
  z.strictObject({ ...code("sequence-used"), expected: z.int().min(1), head: logHead }),
  /** 409: the hub's database was restored since. Read on, push what it lost, then report. */
  z.strictObject({ ...code("generation-changed"), generation, head: logHead }),
  /** 409: the log that the desk has read is not this one. Noted as a restored database: the generation has changed. */
  z.strictObject({ ...code("history-differs"), generation, head: logHead }),
  /** 409: the record has that version now; 0 when there is none, null when it was dropped. */
  z.strictObject({ ...code("version-behind"), ...place, current: z.int().min(0).nullable() }),
  /** 409: the record is an item, which its holder alone changes. */
  z.strictObject({ ...code("item-held"), ...place, claim }),
  z.strictObject({ ...code("item-unknown"), ...place }),
  /** 409: the item is shared already. */
  z.strictObject({ ...code("item-shared"), ...place, claim }),
  /** 409: the item has another holder or epoch, or has ended. */
  z.strictObject({ ...code("claim-changed"), ...place, claim }),
  /** 409: these attempts may have arrived and no decision names them; or, if there are none, a person has to decide. */
  z.strictObject({ ...code("needs-checking"), ...place, attempts: z.array(randomId) }),
  /** 409: a person has to decide, told that the history may be incomplete. */
  z.strictObject({ ...code("history-incomplete"), ...place, awaited: z.array(randomId) }),
  /** 409: that id was used for another attempt. */
  z.strictObject({ ...code("attempt-used"), ...place }),
  /** 409: what the entry names is not there: a desk, an address. */
  z.strictObject({ ...code("unknown"), ...place }),
  /** 409: that id or token is another's, or the last admin would go. */
  z.strictObject({ ...code("taken"), ...place }),
  /** 409: who is a member, or the ring, changed behind what the desk had read: its ring may be sealed for others than the members. */
  z.strictObject({ ...code("members-changed"), ...place }),
  /** 409: the invitation has that box already, or too many wait. */
  z.strictObject(code("invitation-taken")),
  /** 503: the hub is ending; another attempt soon. */
  z.strictObject(code("closing")),
  /** 503: the database cannot be reached, or takes no changes now. Whether a push was kept is not known: push it again. */
  z.strictObject(code("database-unavailable")),
  /** 503: the disk is full. */
  z.strictObject(code("storage-full")),
  /** 500: a fault of the hub. Whether a push was kept is not known: push it again. */
  z.strictObject(code("internal")),
]);
export type HubFailure = z.infer<typeof hubFailure>;
export type HubFailureCode = HubFailure["code"];

/** The status that each code travels with. */
export const failureStatus: Readonly<Record<HubFailureCode, number>> = {
  invalid: 400,
  "signature-invalid": 400,
  unauthorized: 401,
  "desk-removed": 403,
  "not-admin": 403,
  "token-refused": 403,
  "not-found": 404,
  "too-slow": 408,
  "too-large": 413,
  "media-type": 415,
  "rate-limited": 429,
  "sequence-gap": 409,
  "sequence-used": 409,
  "generation-changed": 409,
  "history-differs": 409,
  "version-behind": 409,
  "item-held": 409,
  "item-unknown": 409,
  "item-shared": 409,
  "claim-changed": 409,
  "needs-checking": 409,
  "history-incomplete": 409,
  "attempt-used": 409,
  unknown: 409,
  taken: 409,
  "members-changed": 409,
  "invitation-taken": 409,
  closing: 503,
  "database-unavailable": 503,
  "storage-full": 503,
  internal: 500,
};
