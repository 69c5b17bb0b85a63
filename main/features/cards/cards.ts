import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { isExpiredCard } from "../../../shared/cards/card-expiry.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import { say } from "../../../messages/saying.ts";
import type { RandomIds } from "../../platform/ports.ts";
import type { KeptCard } from "../../db/record-types.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { CardRecords } from "./ports.ts";
import type { CardSettings } from "./setup-intent-source.ts";

type PracticeCard = "visa" | "mastercard" | "declined";

const cards = {
  visa: { brand: "Test Visa", last4: "4242" },
  mastercard: { brand: "Test Mastercard", last4: "4444" },
} as const;

/** What a card form would hand back, for practice: an identifier and how the card is described. */
function createPracticeCard(card: PracticeCard, options: { now: Date; random: RandomIds }): Result<Card> {
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

export type CardsOptions = {
  readonly records: CardRecords;
  readonly settings: () => CardSettings | null;
  readonly isPractice: () => boolean;
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: () => string;
  readonly now: () => Date;
  readonly random: RandomIds;
};

/** The ways to a card that need no window of their own. */
export type Cards = {
  readonly ways: (itemId: RecordId, session: OpenSession) => Result<RouteOutput<"cards.ways">>;
  readonly useEarlier: (wanted: RouteParsedInput<"cards.useEarlier">, session: OpenSession) => Result<Card>;
  readonly practise: (input: RouteParsedInput<"cards.practise">, session: OpenSession) => Result<Card>;
};

const gone = failed(fail("not-found", say("failures.card.notThisPatients")));
const expired = failed(
  fail("invalid-input", say("failures.card.expiredChoose"), {
    fields: { paymentMethod: say("failures.card.expired") },
  }),
);
const practiceOnly = failed(fail("refused", say("failures.card.practiceOnly")));

/** What makes two identifiers the same card to a person; a card that nobody described is only itself. */
const faceOf = ({ id, brand, last4, expMonth, expYear }: Card): string =>
  last4 === null ? id : JSON.stringify([brand, last4, expMonth, expYear]);

/**
 * A card that was collected several times stands once, by the identifier that was used last. Cards that nobody
 * described come behind those that a person can tell apart.
 */
export function dedupeCards(kept: readonly KeptCard[]): readonly KeptCard[] {
  const faces = new Set<string>();
  return kept
    .filter(({ card }) => {
      const face = faceOf(card);
      return !faces.has(face) && faces.add(face);
    })
    .toSorted((a, b) => Number(a.card.last4 === null) - Number(b.card.last4 === null));
}

export function createCards({ records, settings, isPractice, today, now, random }: CardsOptions): Cards {
  return {
    ways: (itemId, session) => {
      const subject = records.subject(itemId, session);
      if (!subject.ok) return subject;
      const earlier = dedupeCards(records.earlier(subject.value)).map(({ card, usedAt }) => ({
        card,
        expired: isExpiredCard(card, today()),
        usedAt,
      }));
      return ok({ provider: settings() !== null, practice: isPractice(), earlier });
    },
    useEarlier: ({ itemId, cardId }, session) => {
      const subject = records.subject(itemId, session);
      if (!subject.ok) return subject;
      const found = records.earlier(subject.value).find(({ card }) => card.id === cardId);
      if (found === undefined) return gone;
      return isExpiredCard(found.card, today()) ? expired : records.keep(subject.value, found.card);
    },
    practise: ({ itemId, card }, session) => {
      if (!isPractice()) return practiceOnly;
      const subject = records.subject(itemId, session);
      if (!subject.ok) return subject;
      const made = createPracticeCard(card, { now: now(), random });
      return made.ok ? records.keep(subject.value, made.value) : made;
    },
  };
}
