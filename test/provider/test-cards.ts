/** What the bank of a test card says. Numbers and outcomes: https://docs.stripe.com/testing */
export type CardOutcome =
  | { readonly says: "yes" }
  | { readonly says: "asks" }
  | { readonly says: "no"; readonly code: string; readonly declineCode?: string; readonly message: string };

export type TestCard = { readonly brand: string; readonly outcome: CardOutcome };

const yes: CardOutcome = { says: "yes" };
const declined = (declineCode: string, message = "Your card was declined."): CardOutcome => ({
  says: "no",
  code: "card_declined",
  declineCode,
  message,
});

const known: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa", outcome: yes },
  "5555555555554444": { brand: "mastercard", outcome: yes },
  "378282246310005": { brand: "amex", outcome: yes },
  "4000002500003155": { brand: "visa", outcome: { says: "asks" } },
  "4000000000000002": { brand: "visa", outcome: declined("generic_decline") },
  "4000000000009995": {
    brand: "visa",
    outcome: declined("insufficient_funds", "Your card has insufficient funds."),
  },
  "4000000000000069": {
    brand: "visa",
    outcome: { says: "no", code: "expired_card", message: "Your card has expired." },
  },
  "4000000000000127": {
    brand: "visa",
    outcome: { says: "no", code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  },
};

const notATestCard = declined(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

/** The test card of a number without spaces; a number that is no test card is declined, as in test mode. */
export const testCard = (number: string): TestCard =>
  known[number] ?? { brand: "unknown", outcome: notATestCard };
