import { sentence } from "../../contract/sentence.ts";

/** Something said above the form. */
export type Notice = { readonly tone: "info" | "warning" | "danger"; readonly text: string };

type Told = { readonly title: string; readonly text: string };

/** What the card window says. Each ends in what can be done next. */
export const words = {
  loading: "Loading the payment provider's form…",
  loadingSlow:
    "Still loading. The payment provider is slow to answer. You can wait, or save the booking as needs card.",
  confirming: "Saving the card…",
  confirmingSlow: "Still saving. The bank or the payment provider is slow to answer. Leave this window open.",
  lookingUp: "Asking the payment provider whether the card was saved…",
  lookingUpSlow: "Still asking. The payment provider is slow to answer.",
  keeping: "Keeping the card for this booking…",
  kept: "The card is saved. This window closes by itself.",
  safe: "The card goes to the payment provider. Front Desk never sees its number.",
  practice: "Practice – no real card, no money",
  noIntent: "The card form could not be prepared.",
  noIntentText: (message: string): string =>
    `${sentence(message)} Nothing was charged. Try again, or save the booking as needs card.`,
  notKept: "The payment provider has the card, but it could not be kept on this computer.",
  notLoaded: {
    title: "The payment provider's form could not be loaded.",
    text: "The connection may be down, or a firewall blocks the provider. Nothing was charged. Try again, or save the booking as needs card and call the payer back.",
  },
  expiredAgain: {
    title: "The card form expired again.",
    text: "Nothing was charged. Try again, or save the booking as needs card.",
  },
  notKnown: {
    title: "It is not known yet whether the card was saved.",
    text: "The payment provider cannot be asked just now. Do not ask for the card again: Try again asks the provider. Closing this window loses nothing; it is asked first the next time.",
  },
  stillWorking: {
    title: "The bank is still checking the card.",
    text: "Try again asks for its answer. Closing this window loses nothing; it is asked first the next time.",
  },
  refusedForm: (message: string): Told => ({
    title: "The payment provider does not show its form.",
    text: `It said: “${sentence(message)}” The publishable key and the setup intent may belong to different accounts; Settings has a test. Nothing was charged.`,
  }),
  declined: (message: string): Notice => ({
    tone: "danger",
    text: `The card was not accepted: ${sentence(message)} Nothing was charged. Correct it or use another card.`,
  }),
  notAuthenticated: {
    tone: "danger",
    text: "The bank's security check (3-D Secure) was not completed, so the card was not saved. Nothing was charged. Save the card again, or use another one.",
  },
  busy: { tone: "warning", text: "The payment provider asks to wait. Save the card again in a moment." },
  renewed: {
    tone: "warning",
    text: "The form from before had expired, so this is a new one. Nothing was charged. Enter the card again.",
  },
  notSaved: {
    tone: "warning",
    text: "The connection broke off, and the payment provider says that the card was not saved. Nothing was charged. Save it again.",
  },
  onlyCards: { tone: "warning", text: "Only cards can be used here. Choose Card in the form." },
} as const satisfies Readonly<
  Record<string, string | Told | Notice | ((message: string) => Told | Notice | string)>
>;
