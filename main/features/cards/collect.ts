import type { CancelReason, CardBegun, CardCallInput, CardStart } from "../../../shared/cards/card-window.ts";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { CardHandlers } from "./card-route.ts";
import type { CardRecords, CardSubject, CardWindow, OpenCardWindow } from "./ports.ts";
import type { CardSettings, SetupIntentSource } from "./setup-intent-source.ts";

type Outcome = Result<RouteOutput<"cards.collect">>;

export type CardCollection = {
  /** Opens the card window for a booking; settles when a card is durable, or there is to be none. */
  readonly collect: (itemId: RecordId, at: OpenSession) => Promise<Outcome>;
  /** What the card window may call. */
  readonly handlers: CardHandlers;
  /** Whether the window is open. */
  readonly isOpen: () => boolean;
  /** Closes the window without a card, when the desk is left. */
  readonly stop: () => void;
};

export type CardCollectionOptions = {
  readonly records: CardRecords;
  readonly source: SetupIntentSource;
  /** The settings in use; null when no card can be collected with them. */
  readonly settings: () => CardSettings | null;
  readonly isPractice: () => boolean;
  readonly openWindow: OpenCardWindow;
  readonly clock: Clock;
};

type Intent = Pick<CardStart, "clientSecret" | "publishableKey">;

/** The card window that is open, and what it is for. */
type Session = {
  readonly subject: CardSubject;
  readonly promise: Promise<Outcome>;
  readonly settle: (outcome: Outcome) => void;
  window: CardWindow | null;
  /** Setup intents that were asked for; a page that asks without end is not heard. */
  asked: number;
  intent: Intent | null;
};

const notSetUp = fail("refused", say("failures.card.notSetUp"), { next: "none" });
const otherBooking = fail("busy", say("failures.card.forOtherBooking"));
const mostIntents = 20;
const tooMany = fail("busy", say("failures.card.begunTooOften"));
const noWindow = failed(fail("refused", say("failures.card.noneCollected")));
const otherIntent = failed(fail("invalid-input", say("failures.card.otherIntent")));

/** The flow of collecting a card: one window at a time, nothing asked twice, durable before it is told. */
export function createCardCollection(options: CardCollectionOptions): CardCollection {
  const { records, source, clock } = options;
  let session: Session | null = null;

  function end(ended: Session, outcome: Outcome): void {
    if (session !== ended) return;
    session = null;
    ended.settle(outcome);
    // A moment, so that the window hears the answer to its last call.
    clock.after(0, () => ended.window?.close());
  }
  const cancel = (ended: Session, reason: CancelReason): void =>
    end(ended, ok({ outcome: "cancelled", reason }));

  function open(subject: CardSubject): Session {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const opened: Session = { subject, promise, settle: resolve, window: null, asked: 0, intent: null };
    session = opened;
    try {
      opened.window = options.openWindow({ onClosed: () => cancel(opened, "closed") });
    } catch (error) {
      session = null;
      throw error;
    }
    return opened;
  }

  function collect(itemId: RecordId, at: OpenSession): Promise<Outcome> {
    if (session !== null) {
      session.window?.focus();
      return session.subject.itemId === itemId ? session.promise : Promise.resolve(failed(otherBooking));
    }
    if (options.settings() === null) return Promise.resolve(failed(notSetUp));
    const subject = records.subject(itemId, at);
    return subject.ok ? open(subject.value).promise : Promise.resolve(subject);
  }

  const whoOf = ({ subject }: Session): Pick<CardStart, "displayName" | "practice"> => ({
    displayName: subject.displayName,
    practice: options.isPractice(),
  });
  /** The page goes on with this setup intent. */
  function start(
    of: Session,
    { clientSecret, publishableKey, lookUpFirst }: Intent & Pick<CardStart, "lookUpFirst">,
  ): Result<CardBegun> {
    of.intent = { clientSecret, publishableKey };
    return ok({ ...whoOf(of), ...of.intent, lookUpFirst });
  }
  const notBegun = (of: Session, failure: Failure): Result<CardBegun> => ok({ ...whoOf(of), failure });

  /** A setup intent of an earlier time may have its card already: it is looked up before anybody is asked. */
  function takeUp(of: Session): Result<CardBegun> | null {
    const pending = of.intent ?? records.pendingIntent(of.subject);
    return pending === null ? null : start(of, { ...pending, lookUpFirst: true });
  }

  async function begin({ renew }: CardCallInput<"begin">): Promise<Result<CardBegun>> {
    const of = session;
    const settings = options.settings();
    if (of === null) return noWindow;
    if (settings === null) return notBegun(of, notSetUp);
    const known = renew ? null : takeUp(of);
    if (known !== null) return known;
    of.asked += 1;
    if (of.asked > mostIntents) return notBegun(of, tooMany);
    const made = await source.create(settings.setupIntentUrl);
    if (session !== of) return noWindow;
    if (!made.ok) return notBegun(of, made.failure);
    const intent = {
      clientSecret: made.value.clientSecret,
      publishableKey: made.value.publishableKey ?? settings.publishableKey,
    };
    const { itemId, accountId, patient } = of.subject;
    records.setPendingIntent({ itemId, accountId, patient, ...intent, createdAt: clock.now().toISOString() });
    return start(of, { ...intent, lookUpFirst: false });
  }

  function done({ setupIntentId, paymentMethod, card: facts }: CardCallInput<"done">): Result<{}> {
    const of = session;
    if (of === null) return noWindow;
    if (of.intent?.clientSecret.startsWith(`${setupIntentId}_secret_`) !== true) return otherIntent;
    const unknown = { brand: null, last4: null, expMonth: null, expYear: null };
    const card: Card = { id: paymentMethod, ...(facts ?? unknown) };
    const kept = records.keep(of.subject, card);
    end(of, kept.ok ? ok({ outcome: "collected", card: kept.value }) : kept);
    return ok({});
  }

  return {
    collect,
    handlers: {
      begin,
      done,
      cancel: ({ reason }) => {
        if (session !== null) cancel(session, reason);
        return ok({});
      },
    },
    isOpen: () => session !== null,
    stop: () => {
      if (session !== null) cancel(session, "closed");
    },
  };
}
