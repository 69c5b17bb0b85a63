import type { CardFacts } from "../../shared/cards/card-window.ts";

/** What went wrong at the provider, by what can be done about it. */
export type ProviderProblem =
  /** Fields of the form are not filled in; the form itself says which. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "declined"; readonly message: string }
  /** The bank's own question (3-D Secure) was not answered, or answered wrongly. */
  | { readonly kind: "not-authenticated" }
  /** The setup intent is used up, cancelled or unknown: another one is needed. */
  | { readonly kind: "expired" }
  | { readonly kind: "busy" }
  /** No answer came: it may have been done all the same. */
  | { readonly kind: "connection" }
  | { readonly kind: "other"; readonly message: string };

/** What the provider says of the setup intent. */
export type IntentAnswer =
  | {
      readonly kind: "intent";
      readonly id: string;
      /** `open`: it waits for a card, or for the bank's question to be answered. */
      readonly status: "open" | "processing" | "succeeded" | "canceled";
      readonly paymentMethod: { readonly id: string; readonly card: CardFacts | null } | null;
      /** Why the card before was declined; null when none was. */
      readonly declined: string | null;
    }
  | { readonly kind: "problem"; readonly problem: ProviderProblem };

/** The provider's form on the page. */
export type CardForm = {
  /** Sends what is in it. Never rejects. */
  readonly confirm: () => Promise<IntentAnswer>;
  /** Puts the focus into it. */
  readonly focus: () => void;
  readonly remove: () => void;
};

export type CardFormEvents = {
  readonly onReady: () => void;
  /** Whether what is chosen in the form is a card. */
  readonly onChange: (isCard: boolean) => void;
  /** It cannot be shown. */
  readonly onFailed: (problem: ProviderProblem) => void;
};

/** The provider, for one setup intent. */
export type Provider = {
  /** What became of the intent. Never rejects. */
  readonly lookUp: () => Promise<IntentAnswer>;
  readonly mount: (place: HTMLElement, events: CardFormEvents) => CardForm;
};
