import { z } from "zod";

/** One creation that a request asked for and that was committed, in the order of commit. */
export const ledgerEntry = z.object({
  at: z.string(),
  account: z.string(),
  kind: z.enum(["patient", "appointment", "webhook"]),
  /** The patientId, the appointment's or the registration's id. */
  id: z.int(),
  idempotencyKey: z.string().nullable(),
  externalId: z.string().nullable(),
  /** The request's body as it was accepted. */
  body: z.unknown(),
});
export type LedgerEntry = Readonly<z.infer<typeof ledgerEntry>>;

/** One attempt to deliver one event to one registration. Delivered when answered with a 2xx status. */
export const delivery = z.object({
  at: z.string(),
  account: z.string(),
  webhookId: z.int(),
  eventId: z.string(),
  url: z.string(),
  kind: z.string(),
  /** 1 for the first. */
  attempt: z.int(),
  outcome: z.discriminatedUnion("type", [
    z.object({ type: z.literal("answered"), status: z.int() }),
    z.object({ type: z.literal("failed"), error: z.string() }),
  ]),
  /** The JSON text that was sent. */
  body: z.string(),
});
export type Delivery = Readonly<z.infer<typeof delivery>>;
