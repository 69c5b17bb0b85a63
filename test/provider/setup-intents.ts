import { randomBytes } from "node:crypto";
import type { PaymentMethod, SetupIntent } from "@stripe/stripe-js";
import { failed, noSuchIntent, wrongSecret, wrongState, type Answer } from "./answers.ts";
import { testCard, type CardOutcome } from "./test-cards.ts";

/** What a card form sends. */
export type CardFields = {
  /** Digits alone. */
  readonly number: string;
  readonly expMonth: number;
  /** With the century. */
  readonly expYear: number;
};

/** A SetupIntent as the ledger keeps it. */
export type LedgerIntent = {
  readonly id: string;
  readonly status: SetupIntent.Status;
  /** Null until a card was accepted. */
  readonly paymentMethod: string | null;
  /** How often a card was sent for it, accepted or not. */
  readonly confirms: number;
};

type Kept = {
  readonly intent: SetupIntent;
  readonly confirms: number;
  /** The card that the bank is asked about. */
  readonly asked: PaymentMethod | null;
  readonly source: string;
};

export type SetupIntents = {
  /** What the clinic's server gets with its secret key. */
  readonly create: () => { readonly id: string; readonly clientSecret: string };
  /** Takes over a client secret that another server of the account issued. */
  readonly adopt: (clientSecret: string) => void;
  /** Ends an intent that nobody has used: "Do not maintain long-lived, unconfirmed SetupIntents". */
  readonly expire: (id: string) => void;
  readonly ledger: () => readonly LedgerIntent[];
  readonly retrieve: (call: { readonly id: string; readonly clientSecret: string }) => Answer;
  readonly confirm: (call: {
    readonly id: string;
    readonly clientSecret: string;
    readonly card: CardFields;
    readonly expand: boolean;
  }) => Answer;
  /** The bank's word about a 3-D Secure source. Null when there is no such source waiting. */
  readonly authenticated: (source: string, accepted: boolean) => null | SetupIntent;
};

const token = (length: number): string =>
  randomBytes(length * 2)
    .toString("base64url")
    .replaceAll(/[-_]/g, "")
    .slice(0, length);

function newIntent(id: string, clientSecret: string): SetupIntent {
  return {
    id,
    object: "setup_intent",
    cancellation_reason: null,
    client_secret: clientSecret,
    created: Math.floor(Date.now() / 1000),
    description: null,
    last_setup_error: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
    usage: "off_session",
  };
}

function newPaymentMethod({ number, expMonth, expYear }: CardFields): PaymentMethod {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return {
    id: `pm_1${token(23)}`,
    allow_redisplay: "unspecified",
    object: "payment_method",
    billing_details: { address, email: null, name: null, phone: null },
    card: {
      brand: testCard(number).brand,
      display_brand: testCard(number).brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: "US",
      exp_month: expMonth,
      exp_year: expYear,
      funding: "credit",
      last4: number.slice(-4),
      networks: { available: [testCard(number).brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: Math.floor(Date.now() / 1000),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

const challengeAction = (source: string): SetupIntent.NextAction => ({
  type: "use_stripe_sdk",
  use_stripe_sdk: { type: "stripe_3ds2_fingerprint", three_d_secure_2_source: source },
});

/** Which intents may get a card: https://docs.stripe.com/payments/setupintents/lifecycle */
const confirmable: readonly SetupIntent.Status[] = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

const refusal = ({ status }: SetupIntent): string =>
  status === "succeeded"
    ? "You cannot confirm this SetupIntent because it has already succeeded."
    : `You cannot confirm this SetupIntent because it has a status of ${status}. Only a SetupIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;

const authenticationFailed =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

function declinedIntent(intent: SetupIntent, outcome: CardOutcome & { says: "no" }): SetupIntent {
  const { code, declineCode, message } = outcome;
  const decline = declineCode === undefined ? {} : { decline_code: declineCode };
  return {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: { type: "card_error", code, message, ...decline },
  };
}

/** The provider's setup intents, in memory: https://docs.stripe.com/api/setup_intents */
export function createSetupIntents(onAccepted: (paymentMethod: string) => void): SetupIntents {
  const intents = new Map<string, Kept>();
  const keep = (kept: Kept): SetupIntent => {
    intents.set(kept.intent.id, kept);
    return kept.intent;
  };
  const add = (id: string, clientSecret: string): void => {
    keep({ intent: newIntent(id, clientSecret), confirms: 0, asked: null, source: `src_1${token(23)}` });
  };
  const find = (id: string, clientSecret: string): Kept | Answer => {
    const kept = intents.get(id);
    if (kept === undefined) return noSuchIntent(id);
    return kept.intent.client_secret === clientSecret ? kept : wrongSecret;
  };
  const accept = (kept: Kept, method: PaymentMethod): SetupIntent => {
    onAccepted(method.id);
    const { intent } = kept;
    return keep({
      ...kept,
      asked: null,
      intent: {
        ...intent,
        status: "succeeded",
        payment_method: method.id,
        next_action: null,
        last_setup_error: null,
      },
    });
  };
  const decide = (kept: Kept, card: CardFields): Answer & { readonly method?: PaymentMethod } => {
    const { outcome } = testCard(card.number);
    const method = newPaymentMethod(card);
    if (outcome.says === "no") {
      const intent = keep({ ...kept, intent: declinedIntent(kept.intent, outcome) });
      const { code, declineCode, message } = outcome;
      const decline = declineCode === undefined ? {} : { decline_code: declineCode };
      return failed(402, { type: "card_error", code, message, ...decline, setup_intent: intent });
    }
    if (outcome.says === "yes") return { status: 200, body: accept(kept, method), method };
    const next_action = challengeAction(kept.source);
    const intent: SetupIntent = {
      ...kept.intent,
      status: "requires_action",
      payment_method: method.id,
      next_action,
    };
    return { status: 200, body: keep({ ...kept, asked: method, intent }), method };
  };

  return {
    create: () => {
      const id = `seti_1${token(23)}`;
      const clientSecret = `${id}_secret_${token(31)}`;
      add(id, clientSecret);
      return { id, clientSecret };
    },
    adopt: (clientSecret) => {
      const id = clientSecret.split("_secret_")[0] ?? clientSecret;
      if (!intents.has(id)) add(id, clientSecret);
    },
    expire: (id) => {
      const kept = intents.get(id);
      if (kept === undefined) throw new Error(`No setup intent ${id}`);
      keep({ ...kept, intent: { ...kept.intent, status: "canceled", cancellation_reason: "abandoned" } });
    },
    ledger: () =>
      [...intents.values()].map(({ intent, confirms }) => ({
        id: intent.id,
        status: intent.status,
        paymentMethod: typeof intent.payment_method === "string" ? intent.payment_method : null,
        confirms,
      })),
    retrieve: ({ id, clientSecret }) => {
      const found = find(id, clientSecret);
      return "intent" in found ? { status: 200, body: found.intent } : found;
    },
    confirm: ({ id, clientSecret, card, expand }) => {
      const found = find(id, clientSecret);
      if (!("intent" in found)) return found;
      const kept = { ...found, confirms: found.confirms + 1 };
      keep(kept);
      if (!confirmable.includes(kept.intent.status)) return wrongState(kept.intent, refusal(kept.intent));
      const { method, status, body } = decide(kept, card);
      const isWhole = expand && method !== undefined && typeof body === "object";
      return { status, body: isWhole ? { ...body, payment_method: method } : body };
    },
    authenticated: (source, accepted) => {
      const kept = [...intents.values()].find((entry) => entry.source === source);
      if (kept === undefined || kept.asked === null) return null;
      if (accepted) return accept(kept, kept.asked);
      const last_setup_error: SetupIntent.LastSetupError = {
        type: "invalid_request_error",
        code: "setup_intent_authentication_failure",
        message: authenticationFailed,
      };
      return keep({
        ...kept,
        asked: null,
        source: `src_1${token(23)}`,
        intent: {
          ...kept.intent,
          status: "requires_payment_method",
          payment_method: null,
          next_action: null,
          last_setup_error,
        },
      });
    },
  };
}
