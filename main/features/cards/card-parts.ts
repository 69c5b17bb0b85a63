import type { EventPayload } from "../../../shared/events.ts";
import { fail, FailureError } from "../../../shared/core/failure.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
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
  readonly session: () => OpenSession | null;
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

export type CardParts = {
  readonly collection: CardCollection;
  /** The session is over: a card that is being collected was its own. */
  readonly closeSession: () => void;
  readonly handlers: Pick<Handlers, CardRoute>;
};

/** Everything about cards, joined to store, service and settings. */
export function createCardParts(options: CardPartsOptions): CardParts {
  const { session, clock, random, dispatchers } = options;
  const isPractice = (): boolean => session()?.practice === true;
  /** Practice has a source of its own; its address is another one at each start, so it is not a setting. */
  const settings = (): CardSettings | null => {
    const { publishableKey, setupIntentUrl } = options.settings().card;
    const url = setupIntentUrl === "" && isPractice() ? options.practiceIntentUrl() : setupIntentUrl;
    if (session() === null || publishableKey === "" || url === null || url === "") return null;
    return { publishableKey, setupIntentUrl: url };
  };
  const records = createCardRecords(options);
  const source = createSetupIntentSource({
    send: async (request) => {
      const dispatcher = await dispatchers.for(new URL(request.origin)).catch(() => null);
      return dispatcher === null ? noWay : exchange(dispatcher, request, { deadline, mostBytes });
    },
    credentials: () => session()?.credentials ?? null,
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
  return {
    collection,
    closeSession: collection.stop,
    handlers: {
      "cards.ways": ({ itemId }, at) => ways.ways(itemId, at),
      "cards.collect": ({ itemId }, at) => collection.collect(itemId, at),
      "cards.useEarlier": ways.useEarlier,
      "cards.testSource": (fields) => source.test(fields),
      "cards.practise": ways.practise,
    },
  };
}
