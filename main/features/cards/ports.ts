import type { Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Saying } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { KeptCard, PendingIntent } from "../../db/record-types.ts";

/** The booking that a card is for. */
export type CardSubject = {
  readonly itemId: RecordId;
  readonly accountId: AccountId;
  /** Whose card it is, as the booking names the patient: another patient, another text. */
  readonly patient: string;
  /** The known patient; null when the booking has only a number, or nobody yet. */
  readonly patientRecordId: RecordId | null;
  /** All that the card window is told of the patient. */
  readonly displayName: Saying;
};

/**
 * What cards need of the store. Every call is durable when it returns; a store that cannot write throws a
 * `FailureError`.
 */
export type CardRecords = {
  /** A booking of that session's account that may still change. Fails with `not-found`, `busy`. */
  readonly subject: (itemId: RecordId, session: Pick<OpenSession, "accountId">) => Result<CardSubject>;
  /** The setup intent that was begun for this booking and this very patient. */
  readonly pendingIntent: (subject: CardSubject) => PendingIntent | null;
  readonly setPendingIntent: (intent: PendingIntent) => void;
  /** Cards of the booking's patient, last used first. */
  readonly earlier: (subject: CardSubject) => readonly KeptCard[];
  /**
   * Keeps the card for the patient, puts it into the booking, and forgets the setup intent, all in one. Fails
   * with `busy` when the booking is no longer that patient's or was sent meanwhile: the card itself is kept.
   */
  readonly keep: (subject: CardSubject, card: Card) => Result<Card>;
};

/** The isolated window in which the provider's form is shown. */
export type CardWindow = {
  readonly focus: () => void;
  readonly close: () => void;
};

/** Opens it. `onClosed` is called once, whoever closed it. */
export type OpenCardWindow = (events: { readonly onClosed: () => void }) => CardWindow;
