import { z } from "zod";
import { serviceId } from "./text.ts";

/** The two event kinds the interface names. */
export const namedEventKinds = ["appointment.approved.v1", "appointment.denied.v1"] as const;
export type NamedEventKind = (typeof namedEventKinds)[number];

/** An event kind: dotted lower-case names and a version suffix, `name.name.vN`. */
export const eventKind = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)+\.v[1-9]\d*$/, {
    error: "An event kind looks like appointment.approved.v1.",
  });

/**
 * The form of an address that notifications can go to: http or https, an address or a name as URLs have it, no user name, and
 * only what a URL may hold unescaped.
 */
export const webhookAddressForm =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:\[[0-9A-Fa-f:.]+\]|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)|(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z][A-Za-z0-9-]{0,62}\.?)(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?(?:[/?](?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/;

/** Characters of the longest that is taken. */
export const longestWebhookAddress = 2_000;

/** Body of `POST /api/webhooks`. */
export const webhookInput = z.strictObject({
  // `z.url` alone takes away blanks around it.
  url: z
    .string({ error: "Enter a full address, such as https://example.com/hooks." })
    .refine((text) => text === text.trim() && z.url().safeParse(text).success, {
      error: "Enter a full address, such as https://example.com/hooks.",
    }),
  events: z.array(eventKind).min(1, { error: "Choose at least one event kind." }),
});
export type WebhookInput = z.infer<typeof webhookInput>;

/** A registration as the service returns it. Event kinds this app does not know are kept. */
export const webhookRegistration = z.looseObject({
  id: serviceId,
  url: z.string(),
  events: z.array(z.string()),
});
export type WebhookRegistration = z.infer<typeof webhookRegistration>;

/** The answer to `GET /api/webhooks`: all active registrations of the account. */
export const webhookList = z.array(webhookRegistration);

/** Letter case, the usual port and a last slash make no other address: services write one in their own way. */
const plainAddress = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^(https:\/\/[^/]*):443(?=\/|$)/, "$1")
    .replace(/^(http:\/\/[^/]*):80(?=\/|$)/, "$1")
    .replace(/\/$/, "");

/** Whether two webhook addresses are the same one. */
export const isSameAddress = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);

type Subscription = Pick<WebhookRegistration, "url" | "events">;
const kindsOf = ({ events }: Subscription): string =>
  JSON.stringify([...new Set(events.map((event) => event.trim().toLowerCase()))].sort());

/** Whether a registration is the one that was asked for: the same address, the same kinds in any order. */
export const isSameSubscription = (a: Subscription, b: Subscription): boolean =>
  isSameAddress(a.url, b.url) && kindsOf(a) === kindsOf(b);
