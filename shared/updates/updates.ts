import { z } from "zod";
import { readServiceAddress } from "../connection/service-address.ts";
import type { SayingId } from "../../messages/saying.ts";
import { saying } from "../core/saying.ts";

/** `automatic`: downloaded by itself, installed when the program is left. `ask`: a person says each time. */
export const updateModes = ["automatic", "ask", "off"] as const;

const isAddress = (text: string): boolean => readServiceAddress(text).kind === "ok";

/** Where updates come from: https (http on this computer alone), and no query. Null: from nowhere. */
export const updateSettings = z.strictObject({
  feed: z
    .string()
    .max(2_000)
    .refine(isAddress, { error: "fields.address.httpsSoThat" satisfies SayingId })
    .nullable(),
  mode: z.enum(updateModes),
});
export type UpdateSettings = z.infer<typeof updateSettings>;

/** What every account starts with. */
export const firstUpdateSettings: UpdateSettings = { feed: null, mode: "automatic" };

/**
 * Why this copy does not update itself. `source`: it is not packaged. `no-key`: it was packaged without a key that a release
 * is signed with. `portable`, `administrator`, `package`: somebody or something else puts it where it is. `no-write`: its
 * own file cannot be replaced. `no-feed`, `off`: the settings.
 */
export const whyNoUpdates = [
  "source",
  "no-key",
  "portable",
  "administrator",
  "package",
  "no-write",
  "no-feed",
  "off",
] as const;
export type WhyNoUpdates = (typeof whyNoUpdates)[number];

/** What the program knows of its own updates. */
export const updatesState = z.strictObject({
  /** The version that runs. */
  running: z.string(),
  /** Null: it updates itself. */
  why: z.enum(whyNoUpdates).nullable(),
  /** `found`: there is one, and a person has not said yet that it is wanted. */
  phase: z.enum(["idle", "checking", "found", "downloading", "ready", "installing"]),
  /** The newer version, in the phases that have one. */
  version: z.string().nullable(),
  /** What its makers say is new, as plain text; null where they say nothing. */
  notes: z.string().nullable(),
  /** Whole percent of the download. */
  percent: z.int().min(0).max(100).nullable(),
  /** The download waits: bookings are being sent, a card is collected, or the like. */
  isHeld: z.boolean(),
  /** RFC 3339 instant of the last answer that told what there is; null: none since the start. */
  checkedAt: z.string().nullable(),
  /** Why the last check, download or installing came to nothing, a sentence or two; null: it did not. */
  failure: saying.nullable(),
});
export type UpdatesState = z.infer<typeof updatesState>;
