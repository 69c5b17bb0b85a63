import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { Card } from "../../../shared/cards/card.ts";
import { say } from "../../../messages/saying.ts";
import type { RandomIds } from "../../platform/ports.ts";

type PracticeCard = "visa" | "mastercard" | "declined";

const cards = {
  visa: { brand: "Test Visa", last4: "4242" },
  mastercard: { brand: "Test Mastercard", last4: "4444" },
} as const;

/** What a card form would hand back, for practice: an identifier and how the card is described. */
export function createPracticeCard(
  card: PracticeCard,
  options: { now: Date; random: RandomIds },
): Result<Card> {
  if (card === "declined") {
    return failed(
      fail("fields-refused", say("failures.card.declinedChoose"), {
        fields: { paymentMethod: say("failures.card.declined") },
      }),
    );
  }
  const id = `pm_practice_${options.random.uuid().replaceAll("-", "")}`;
  return ok({ id, ...cards[card], expMonth: 12, expYear: options.now.getUTCFullYear() + 3 });
}
