import { z } from "zod";
import { webhookList } from "../service/webhook.ts";
import type { Upgrade } from "./stored.ts";

/** The registrations that the service listed last. */
export const keptWebhookList = z.strictObject({ webhooks: webhookList });
export const webhookListUpgrades: readonly Upgrade[] = [];
