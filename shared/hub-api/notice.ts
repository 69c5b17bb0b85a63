import { z } from "zod";
import { hubLimits } from "./limits.ts";
import { limitBytes, hubTime, randomId } from "./values.ts";

/** The headers of a notice that are kept with it. Any other is forgotten. */
export const noticeHeaders = [
  "content-type",
  "content-encoding",
  "content-language",
  "date",
  "idempotency-key",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "x-request-id",
] as const;

/** What a notice's seal holds, as JSON in UTF-8. Nothing in it is signed by anybody. */
export const noticeContent = z.strictObject({
  v: z.literal(1),
  address: randomId,
  receivedAt: hubTime,
  headers: z.partialRecord(z.enum(noticeHeaders), z.string()),
  /** The body as it came, never unpacked. */
  body: z.base64().max(Math.ceil(hubLimits.notice / 3) * 4),
});
export type NoticeContent = z.infer<typeof noticeContent>;

/** A notice as desks fetch it. */
export const notice = z.strictObject({
  /** Its place in the order of arrival at the clinic, from 1, without a gap. */
  number: z.int().min(1),
  address: randomId,
  receivedAt: hubTime,
  /** An age file (age-encryption.org/v1) to the clinic's notice recipient: a `noticeContent`. */
  sealed: limitBytes(hubLimits.notice * 2 + 16 * 1024),
});
export type HubNotice = z.infer<typeof notice>;

/** A time in which no hub answered, so that notices may have been lost. */
export const absence = z.strictObject({ from: hubTime, to: hubTime });

/** What was not kept at an address since it was made. */
export const addressTally = z.strictObject({
  address: randomId,
  retired: z.boolean(),
  /** Kept. */
  received: z.int(),
  /** Answered 2xx and only counted, since it is retired. */
  ignored: z.int(),
  /** Refused: too large, or too many at once. */
  refused: z.int(),
  /** The last time at which a notice may have been lost so: what is too large is none. */
  refusedAt: hubTime.nullable(),
});
