import { z } from "zod";
import { defineRoute, looksAtSetup } from "../core/define-route.ts";
import { failure } from "../core/failure-schema.ts";
import { webhookRegistration } from "../service-api/webhook.ts";
import { nothing } from "../core/nothing.ts";

/** The registrations as the service last listed them. */
export const webhookListingSchema = z.strictObject({
  webhooks: z.array(webhookRegistration),
  /** RFC 3339 instant of that answer; null when the service has never answered. */
  asOf: z.string().nullable(),
  /** Why the list could not be read just now; the last known list stands. */
  failure: failure.nullable(),
});
export type WebhookListing = z.infer<typeof webhookListingSchema>;

/**
 * What a look at the host of a webhook's address shows from this computer: it has an address, it has none, all that it has are of
 * a private network, or this computer cannot know.
 */
export const webhookLookSchema = z.enum(["found", "missing", "private", "unknown"]);
export type WebhookLook = z.infer<typeof webhookLookSchema>;

/** A notification that the practice service delivered. */
export const practiceDelivery = z.strictObject({
  id: z.string(),
  at: z.string(),
  url: z.string(),
  kind: z.string(),
  attempt: z.int(),
  /** HTTP status of the receiver; null when it could not be reached. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  body: z.string(),
});
export type PracticeDelivery = z.infer<typeof practiceDelivery>;

/** Registrations of webhooks, and what the practice service delivered. */
export const webhooksRoutes = {
  "webhooks.list": defineRoute({
    input: nothing,
    output: webhookListingSchema,
    session: "required",
    // Everybody at the desk sees them elsewhere.
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Looks the host of an address up, for a word before it is registered. */
  "webhooks.look": defineRoute({
    input: z.strictObject({ url: z.string().max(2_048) }),
    output: z.strictObject({ look: webhookLookSchema }),
    session: "none",
    // It asks the network, for whoever registers.
    access: looksAtSetup,
    sends: false,
    audit: "none",
    example: { url: "https://example.com/hooks" },
  }),
  /** Whether the practice service answers. Another start of it always does. */
  "practice.line": defineRoute({
    input: nothing,
    output: z.strictObject({ answers: z.boolean() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Has the practice service stop answering, as one that cannot be reached, or answer again. */
  "practice.answer": defineRoute({
    input: z.strictObject({ answers: z.boolean() }),
    output: z.strictObject({ answers: z.boolean() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { answers: false },
  }),
  "practice.deliveries": defineRoute({
    input: nothing,
    output: z.strictObject({
      deliveries: z.array(practiceDelivery),
      /** An address of the practice service that takes deliveries. */
      inboxUrl: z.string().nullable(),
    }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;
