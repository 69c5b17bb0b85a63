import { z } from "zod";
import { isSayingId, say, type Saying } from "../../messages/saying.ts";
import { fail, failureCodes, nextActions, type Failure } from "./failure.ts";
import { saying } from "./saying.ts";

/** A failure as it crosses IPC and is kept. */
export const failure = z.strictObject({
  code: z.enum(failureCodes),
  why: saying,
  fields: z.record(z.string(), saying),
  next: z.enum(nextActions),
  details: z.strictObject({
    status: z.int().optional(),
    answer: z.string().optional(),
    contentType: z.string().optional(),
    existingPatientId: z.int().optional(),
    mayBeOurs: z.boolean().optional(),
    externalId: z.string().optional(),
    nothingMade: z.literal(true).optional(),
    retryAfterSeconds: z.number().optional(),
  }),
}) satisfies z.ZodType<Failure>;

/**
 * The failure for input that a schema refused: each issue at the last name of its path. A schema words an issue
 * for people by a saying's id in place of its message.
 */
export function toInvalidInput(error: z.core.$ZodError, why: Saying = say("failures.someFields")): Failure {
  const fields: Record<string, Saying> = {};
  for (const issue of error.issues) {
    const name = issue.path.findLast((part) => typeof part === "string") ?? "form";
    fields[name] ??= isSayingId(issue.message)
      ? { id: issue.message, values: {} }
      : say("failures.doesNotFit", { problem: issue.message });
  }
  return fail("invalid-input", why, { fields });
}
