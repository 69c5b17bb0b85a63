import type {
  SetupIntent,
  SetupIntentResult,
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeError,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import type { CardFacts, CardStart } from "../../shared/cards/card-window.ts";
import { language, spokenLanguages } from "../../messages/language.ts";
import { words } from "../../messages/words.ts";
import type { CardForm, CardFormEvents, IntentAnswer, Provider, ProviderProblem } from "./provider-port.ts";

/** Codes of an intent that takes no card any more: https://docs.stripe.com/error-codes */
const expiredCodes = [
  "resource_missing",
  "setup_intent_unexpected_state",
  "setup_intent_invalid_parameter",
  "intent_invalid_state",
  "setup_attempt_failed",
];

const problem = (of: ProviderProblem): IntentAnswer => ({ kind: "problem", problem: of });

/** What an error of the provider means here. */
export function toProviderProblem(error: Pick<StripeError, "type" | "code" | "message">): ProviderProblem {
  const message = error.message ?? "";
  const { type, code = "" } = error;
  if (code === "setup_intent_authentication_failure") return { kind: "not-authenticated" };
  if (expiredCodes.includes(code)) return { kind: "expired" };
  switch (type) {
    case "validation_error":
      return { kind: "incomplete" };
    case "card_error":
      return { kind: "declined", message: message === "" ? words.card.noReason.bank : message };
    case "rate_limit_error":
      return { kind: "busy" };
    case "api_connection_error":
    case "api_error":
      return { kind: "connection" };
    default:
      return { kind: "other", message: message === "" ? words.card.noReason.provider : message };
  }
}

const statuses: Readonly<Record<SetupIntent.Status, Extract<IntentAnswer, { kind: "intent" }>["status"]>> = {
  succeeded: "succeeded",
  processing: "processing",
  canceled: "canceled",
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "open",
};

/** `cartes_bancaires` as `Cartes bancaires`. */
function brandName(brand: string): string {
  const words = brand
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .slice(0, 50);
  return words === "" ? "Card" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function factsOf(method: Exclude<SetupIntent["payment_method"], string | null>): CardFacts | null {
  const { card } = method;
  if (card === undefined || !/^\d{4}$/.test(card.last4)) return null;
  const { exp_month: expMonth, exp_year: expYear } = card;
  // Odd facts are left out: they must not keep the identifier from being kept.
  if (!isWithin(expMonth, 1, 12) || !isWithin(expYear, 2000, 2200)) return null;
  return { brand: brandName(card.brand), last4: card.last4, expMonth, expYear };
}

/** A setup intent as the provider gives it, in our words. */
export function toIntentAnswer(intent: SetupIntent): IntentAnswer {
  const { payment_method: method, last_setup_error: failure } = intent;
  return {
    kind: "intent",
    id: intent.id,
    status: statuses[intent.status] ?? "open",
    paymentMethod:
      method === null
        ? null
        : typeof method === "string"
          ? { id: method, card: null }
          : { id: method.id, card: factsOf(method) },
    declined:
      failure === null || failure === undefined ? null : (failure.message ?? words.card.noReason.bank),
  };
}

async function answerOf(call: () => Promise<SetupIntentResult>): Promise<IntentAnswer> {
  try {
    const { setupIntent, error } = await call();
    if (setupIntent !== undefined) return toIntentAnswer(setupIntent);
    // Confirmed twice, e.g. after a lost answer: the error brings the intent, which has its card.
    const known = error.setup_intent;
    return known?.status === "succeeded" ? toIntentAnswer(known) : problem(toProviderProblem(error));
  } catch {
    return problem({ kind: "connection" });
  }
}

type Mounting = { readonly stripe: Stripe; readonly elements: StripeElements };

/** Card alone: no wallet and no Link, which would be those of whoever works at this computer. */
function mount({ stripe, elements }: Mounting, place: HTMLElement, events: CardFormEvents): CardForm {
  const element = elements.create("payment", {
    layout: "tabs",
    paymentMethodOrder: ["card"],
    wallets: { applePay: "never", googlePay: "never", link: "never" },
  });
  let isGone = false;
  element.on("ready", () => {
    if (!isGone) events.onReady();
  });
  element.on("change", ({ value }) => {
    if (!isGone) events.onChange(value.type === "card");
  });
  element.on("loaderror", ({ error }) => {
    if (!isGone) events.onFailed(toProviderProblem(error));
  });
  element.mount(place);
  return {
    confirm: () =>
      answerOf(() =>
        stripe.confirmSetup({
          elements,
          confirmParams: { expand: ["payment_method"] },
          redirect: "if_required",
        }),
      ),
    focus: () => element.focus(),
    remove: () => {
      isGone = true;
      element.destroy();
    },
  };
}

function providerFor(stripe: Stripe, clientSecret: string): Provider {
  return {
    lookUp: () => answerOf(() => stripe.retrieveSetupIntent(clientSecret)),
    mount: (place, events) => {
      const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
      const elements = stripe.elements({ clientSecret, appearance: { theme: isDark ? "night" : "stripe" } });
      return mount({ stripe, elements }, place, events);
    },
  };
}

/** The provider's form and its own sentences are in our language. */
const locale = (): StripeElementLocale =>
  spokenLanguages.find(({ tag }) => tag === language)?.cardForm ?? "en";

/** Loads the provider's script from its own host; rejects when that fails, and can be called again then. */
export async function loadProvider({
  publishableKey,
  clientSecret,
}: Pick<CardStart, "publishableKey" | "clientSecret">): Promise<Provider> {
  const stripe = await loadStripe(publishableKey, { locale: locale() });
  if (stripe === null) throw new Error("The provider's script is for a page.");
  return providerFor(stripe, clientSecret);
}
