import { z } from "zod";
import type { Language } from "../../messages/language.ts";
import type { Result } from "../core/failure.ts";
import { failure } from "../core/failure-schema.ts";
import { saying } from "../core/saying.ts";
import { paymentMethodForm } from "../service-api/payment-method.ts";

/**
 * What the card window and main agree on. The window runs the provider's script, so it gets nothing but this:
 * its own channel with three calls, news of the language, and no patient data beyond a display name.
 */

/** `seti_…`, as the provider names a setup intent. */
export const setupIntentId = z.string().regex(/^seti_\w{1,250}$/);
/** `seti_…_secret_…`: what lets a page confirm that one setup intent. */
export const clientSecret = z.string().regex(/^seti_[A-Za-z0-9]{1,250}_secret_\w{1,250}$/);
/** `pm_…`: what the service takes as `paymentMethod`. */
export const paymentMethodId = z.string().regex(paymentMethodForm);
/** `pk_…`: names the clinic's account at the provider; may be seen by anybody. */
export const publishableKey = z.string().regex(/^pk_\w{1,290}$/);

/** How the provider describes a card. Never a number or a check code. */
export const cardFacts = z.strictObject({
  brand: z.string().min(1).max(50).regex(/^\D+$/),
  last4: z.string().regex(/^\d{4}$/),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2200),
});
export type CardFacts = z.infer<typeof cardFacts>;

/** Whose card the window is for, and whether it is only practice. */
const who = { displayName: saying, practice: z.boolean() };
const cardStart = z.strictObject({
  ...who,
  clientSecret,
  publishableKey,
  /** The intent is from an earlier time: ask the provider what became of it before asking for a card. */
  lookUpFirst: z.boolean(),
});
export type CardStart = z.infer<typeof cardStart>;

export const cardCalls = {
  /**
   * What the form needs. `renew`: the setup intent of the call before was used up or has expired, and another
   * one is wanted.
   */
  begin: {
    input: z.strictObject({ renew: z.boolean() }),
    /** Without a setup intent it is still known whose card it is to be, and why there is none. */
    output: z.union([cardStart, z.strictObject({ ...who, failure })]),
  },
  /** The provider has the card. Answers when the identifier is durable; the window is closed after that. */
  done: {
    input: z.strictObject({ setupIntentId, paymentMethod: paymentMethodId, card: cardFacts.nullable() }),
    output: z.strictObject({}),
  },
  /** No card now. The booking stays as it is. */
  cancel: {
    input: z.strictObject({ reason: z.enum(["closed", "save-for-later"]) }),
    output: z.strictObject({}),
  },
} as const;

export type CardCalls = typeof cardCalls;
export type CardCallName = keyof CardCalls;
export type CardCallInput<N extends CardCallName> = z.output<CardCalls[N]["input"]>;
export type CardCallOutput<N extends CardCallName> = z.output<CardCalls[N]["output"]>;
export type CardBegun = CardCallOutput<"begin">;
export type CancelReason = CardCallInput<"cancel">["reason"];

export const isCardCallName = (name: unknown): name is CardCallName =>
  typeof name === "string" && Object.hasOwn(cardCalls, name);

/** What the preload exposes to the card window as `window.card`, and all it exposes. */
export type CardWindowApi = {
  readonly begin: (renew?: boolean) => Promise<Result<CardBegun>>;
  readonly done: (result: CardCallInput<"done">) => Promise<Result<CardCallOutput<"done">>>;
  readonly cancel: (reason: CancelReason) => Promise<void>;
  /** Calls back when the program goes over to another language. */
  readonly onLanguage: (listener: (language: Language) => void) => void;
};
