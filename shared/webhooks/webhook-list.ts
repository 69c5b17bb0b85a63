import { z } from "zod";
import { webhookList } from "../service-api/webhook.ts";
import type { Upgrade } from "../core/stored.ts";

/** The registrations that the service listed last. */
export const keptWebhookList = z.strictObject({ webhooks: webhookList });
export const webhookListUpgrades: readonly Upgrade[] = [];
