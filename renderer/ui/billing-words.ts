import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import { billingTypes } from "../../shared/service-api/appointment.ts";
import { words } from "../../messages/words.ts";

/** A billing type as it is shown: the service's own name, in another language with its meaning; any other as it came. */
export function formatBillingType(type: string): string {
  const known = billingTypes.find((each) => each === type);
  return known === undefined ? cleanLine(type, shownAtMost.word) : words.booking.billing.names[known];
}
