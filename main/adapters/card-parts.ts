import type { EventPayload } from "../../contract/events.ts";
import { fail, FailureError } from "../../contract/failure.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { SignedIn } from "../account/sign-in.ts";
import type { OutboxStore } from "../outbox/ports.ts";
import { cards, type Cards } from "../payment/cards.ts";
import { cardCollection, type CardCollection } from "../payment/collect.ts";
import type { OpenCardWindow } from "../payment/ports.ts";
import {
  setupIntentSource,
  type CardSettings,
  type SetupIntentSource,
} from "../payment/setup-intent-source.ts";
import type { Clock, RandomIds } from "../platform/ports.ts";
import type { Dispatchers } from "../service/dispatcher.ts";
import { exchange, type Exchange } from "../service/exchange.ts";
import type { Store } from "../store/types.ts";
import { cardRecords } from "./card-records.ts";

export type CardPartsOptions = {
  readonly store: Store;
  readonly records: OutboxStore;
  readonly dispatchers: Dispatchers;
  readonly account: () => SignedIn | null;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly userAgent: string;
  readonly practiceIntentUrl: () => string | null;
  readonly openWindow?: OpenCardWindow;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onCard: (came: EventPayload<"card.came">) => void;
};

const deadline = 20_000;
const mostBytes = 64 * 1_024;

/** The system did not say which way a request takes. */
const noWay: Exchange = { kind: "not-reached", phase: "none", reason: "no-proxy" };

const noWindow: OpenCardWindow = () => {
  throw new FailureError(fail("refused", "There is no card window here."));
};

/** Everything about cards, joined to store, service and settings. */
export function cardParts(options: CardPartsOptions): {
  readonly cards: Cards;
  readonly collection: CardCollection;
  readonly source: SetupIntentSource;
} {
  const { account, clock, random, dispatchers } = options;
  const isPractice = (): boolean => account()?.practice === true;
  /** Practice has a source of its own; its address is another one at each start, so it is not a setting. */
  const settings = (): CardSettings | null => {
    const { publishableKey, setupIntentUrl } = options.settings().card;
    const url = setupIntentUrl === "" && isPractice() ? options.practiceIntentUrl() : setupIntentUrl;
    if (account() === null || publishableKey === "" || url === null || url === "") return null;
    return { publishableKey, setupIntentUrl: url };
  };
  const records = cardRecords(options);
  const source = setupIntentSource({
    send: async (request) => {
      const dispatcher = await dispatchers.for(new URL(request.origin)).catch(() => null);
      return dispatcher === null ? noWay : exchange(dispatcher, request, { deadline, mostBytes });
    },
    credentials: () => account()?.credentials ?? null,
    userAgent: options.userAgent,
  });
  return {
    source,
    cards: cards({
      records,
      settings,
      isPractice,
      today: () => todayIn(options.settings().timeZone, clock.now().toISOString()),
      now: clock.now,
      random,
    }),
    collection: cardCollection({
      records,
      source,
      settings,
      isPractice,
      openWindow: options.openWindow ?? noWindow,
      clock,
    }),
  };
}
