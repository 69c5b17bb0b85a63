import { randomBytes } from "node:crypto";

/** What the mock answers for a new setup intent. The provider itself is never asked. */
export type IssuedIntent = { readonly clientSecret: string; readonly publishableKey: string };

/** Of no real account: the provider refuses it. */
export const practicePublishableKey = "pk_test_practice";

/** A setup intent in the provider's form, unlike every other. */
export function newSetupIntent(): IssuedIntent {
  const id = randomBytes(12).toString("hex");
  const secret = randomBytes(12).toString("hex");
  return { clientSecret: `seti_${id}_secret_${secret}`, publishableKey: practicePublishableKey };
}
