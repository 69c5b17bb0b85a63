import { z } from "zod";
import type { Upgrade } from "../core/stored.ts";
import { paymentMethodForm } from "../service-api/payment-method.ts";

/**
 * A card as the provider describes it: its payment method identifier, and what it said of the card, all null
 * when it said nothing. Never a number or a check code.
 */
export const card = z.strictObject({
  id: z.string().regex(paymentMethodForm),
  brand: z.string().max(50).regex(/^\D*$/).nullable(),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  expMonth: z.int().min(1).max(12).nullable(),
  expYear: z.int().min(2000).max(2200).nullable(),
});
export type Card = z.infer<typeof card>;

/** Of cards that are kept by themselves; one in a form is a part of its item. */
export const cardUpgrades: readonly Upgrade[] = [];
