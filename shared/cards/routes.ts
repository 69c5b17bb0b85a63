import { z } from "zod";
import { changesSetup, defineRoute, exampleId } from "../core/define-route.ts";
import { card } from "./card.ts";
import { recordId } from "../core/record-id.ts";
import { saying } from "../core/saying.ts";

/** Cards for Bill to Patient. */
export const cardsRoutes = {
  /** The ways in which a card can come to this booking, in the order in which they are offered. */
  "cards.ways": defineRoute({
    input: z.strictObject({ itemId: recordId }),
    output: z.strictObject({
      /** The card window can be opened: publishable key and setup intent URL are set. */
      provider: z.boolean(),
      practice: z.boolean(),
      /** Cards collected for this patient before, each once: described ones first, then last used first. */
      earlier: z.array(z.strictObject({ card, expired: z.boolean(), usedAt: z.string() })),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { itemId: exampleId },
  }),
  /**
   * Opens the card window, one at a time. Answers `collected` once the card is durable, on its own and in the
   * booking. `save-for-later`: the person chose to go on without a card.
   */
  "cards.collect": defineRoute({
    input: z.strictObject({ itemId: recordId }),
    output: z.discriminatedUnion("outcome", [
      z.strictObject({ outcome: z.literal("collected"), card }),
      z.strictObject({ outcome: z.literal("cancelled"), reason: z.enum(["closed", "save-for-later"]) }),
    ]),
    session: "required",
    access: "everyone",
    sends: true,
    audit: "written",
    example: { itemId: exampleId },
  }),
  /** Puts a card of `cards.ways` into the booking; an expired one is refused. */
  "cards.useEarlier": defineRoute({
    input: z.strictObject({ itemId: recordId, cardId: z.string().max(300) }),
    output: card,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { itemId: exampleId, cardId: "pm_1" },
  }),
  /** Asks the setup intent URL for a setup intent, as collecting a card would, and says what is wrong. */
  "cards.testSource": defineRoute({
    input: z.strictObject({ publishableKey: z.string().max(300), setupIntentUrl: z.string().max(2_000) }),
    output: z.strictObject({ message: saying }),
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { publishableKey: "pk_test_1", setupIntentUrl: "https://clinic.example/intents" },
  }),
  /** Practice mode: a card of the practice provider, as its card form would give it. */
  "cards.practise": defineRoute({
    input: z.strictObject({ itemId: recordId, card: z.enum(["visa", "mastercard", "declined"]) }),
    output: card,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { itemId: exampleId, card: "visa" },
  }),
} as const;
