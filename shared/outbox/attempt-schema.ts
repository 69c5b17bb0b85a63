import { z } from "zod";
import { saying } from "../core/saying.ts";

/** How far a request got. Only `none` and `connecting` prove that no byte left this computer. */
export const phases = ["none", "connecting", "sending", "sent", "answering", "answered"] as const;
export type Phase = (typeof phases)[number];

/** RFC 3339, as `Date.toISOString()` writes it. */
const instant = z.iso.datetime();

/** What answered where the service's own answer was expected: for a person who has to find out. */
export const evidence = z.strictObject({
  /** The answer's media type, without its parameters: `text/html`. */
  contentType: z.string().max(100).nullable(),
  /** The start of its text as one plain line, never markup. */
  firstWords: z.string().max(300).nullable(),
});
export type Evidence = z.infer<typeof evidence>;

/**
 * One try at sending an item: it is what "needs checking" shows. Of many that ended alike a few are kept, with how many came after
 * them (`thinned`).
 */
export const attempt = z.strictObject({
  startedAt: instant,
  endedAt: instant.nullable(),
  phase: z.enum(phases),
  /** HTTP status, once the service answered. */
  status: z.int().nullable(),
  /** What became of it; null while it is under way. */
  outcome: saying.nullable(),
  /** Left out when nothing answered, or the service did as documented. */
  evidence: evidence.optional(),
  /** Later ones that are not kept one by one: how many, and when the last of them began. Left out when there are none. */
  more: z.strictObject({ count: z.int().min(1), until: instant }).optional(),
});
export type Attempt = z.infer<typeof attempt>;
