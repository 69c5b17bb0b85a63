import type { EventPayload } from "../../../shared/events.ts";
import { fail, FailureError } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { RecordId } from "../../../shared/outbox/forms.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { say } from "../../../messages/saying.ts";
import type { SignedIn } from "../session/sign-in.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Agree } from "../lock/new-places.ts";
import { createCards } from "./cards.ts";
import { createCardCollection, type CardCollection } from "./collect.ts";
import type { OpenCardWindow } from "./ports.ts";
import { createSetupIntentSource, type CardSettings } from "./setup-intent-source.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";
import { exchange, type Exchange } from "../../http/exchange.ts";
import type { Store } from "../../db/types.ts";
import { createCardRecords } from "./card-records.ts";

export type CardPartsOptions = {
  readonly store: Store;
  readonly dispatchers: Dispatchers;
  readonly account: () => SignedIn | null;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly userAgent: string;
  readonly agree: Agree;
  readonly practiceIntentUrl: () => string | null;
  readonly openCardWindow?: OpenCardWindow;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onCard: (came: EventPayload<"card.came">) => void;
};

const deadline = 20_000;
const mostBytes = 64 * 1_024;

/** The system did not say which way a request takes. */
const noWay: Exchange = { kind: "not-reached", phase: "none", reason: "no-proxy" };

const noWindow: OpenCardWindow = () => {
  throw new FailureError(fail("refused", say("failures.card.noWindow")));
};

type CardRoute = Extract<keyof Handlers, `cards.${string}`>;

/** Everything about cards, joined to store, service and settings. */
export function createCardParts(options: CardPartsOptions): {
  readonly collection: CardCollection;
  /** A card that is being collected belongs to the account that was at the desk. */
  readonly belongTo: (accountId: AccountId | null) => void;
  readonly handlers: Pick<Handlers, CardRoute>;
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
  const records = createCardRecords(options);
  const source = createSetupIntentSource({
    send: async (request) => {
      const dispatcher = await dispatchers.for(new URL(request.origin)).catch(() => null);
      return dispatcher === null ? noWay : exchange(dispatcher, request, { deadline, mostBytes });
    },
    credentials: () => account()?.credentials ?? null,
    agree: options.agree,
    userAgent: options.userAgent,
  });
  const ways = createCards({
    records,
    settings,
    isPractice,
    today: () => getToday(options.settings().timeZone, clock.now().toISOString()),
    now: clock.now,
    random,
  });
  const collection = createCardCollection({
    records,
    source,
    settings,
    isPractice,
    openWindow: options.openCardWindow ?? noWindow,
    clock,
  });
  let holder: AccountId | null = null;
  return {
    collection,
    belongTo: (accountId) => {
      if (accountId !== holder) collection.stop();
      holder = accountId;
    },
    handlers: {
      "cards.ways": ({ itemId }) => ways.ways(itemId),
      "cards.collect": ({ itemId }) => collection.collect(itemId),
      "cards.useEarlier": ({ itemId, cardId }) => ways.useEarlier(itemId, cardId),
      "cards.testSource": (fields) => source.test(fields),
      "cards.practise": (input) => ways.practise(input),
    },
  };
}
