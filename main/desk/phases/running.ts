import { createCardRoute } from "../../features/cards/card-route.ts";
import type { Route } from "../../ipc/router.ts";
import { findCurrentActivity, type LastChange } from "../at-work.ts";
import type { ChangeFeed } from "../change-feed.ts";
import type { RunningDesk, StaffAndTally } from "../desk.ts";
import { createShutdown } from "../ending.ts";
import { formatQuitQuestion } from "../quit-words.ts";
import type { OpenFeatures } from "./features.ts";
import type { DeskParts } from "./parts.ts";
import type { DeskTelling } from "./telling.ts";

type Around = {
  readonly telling: DeskTelling;
  readonly feed: ChangeFeed;
  readonly features: OpenFeatures;
  readonly route: Route;
  readonly lastChange: LastChange;
};

/** What begins, one after the other. */
async function startParts(parts: DeskParts, { opened }: OpenFeatures): Promise<void> {
  const { atDesk, outbox, several, counts, signing, activity, lock, files, copies, years } = parts;
  outbox.steps.recover();
  several.sharing.started();
  await counts.restored.look();
  await signing.restore();
  await atDesk.firstScreen;
  // The keychain may have been busy only for a moment.
  await counts.restored.look();
  await counts.saves.look();
  activity.begin({ isReopened: lock.wasLocked });
  lock.begun();
  await signing.begin();
  files.jobs.start();
  copies.begin();
  years.begin();
  for (const feature of opened) feature.begin?.();
}

/** What ends, one after the other; `onClose` is called when nothing is written any more. */
function createDeskEnd(
  parts: DeskParts,
  { feed, features }: Pick<Around, "feed" | "features">,
  onClose: () => void,
): RunningDesk["stop"] {
  const { atDesk, outbox, several, counts, activity, copies, webhooks } = parts;
  const { places, cards, files, policy, proxies, years } = parts;
  return createShutdown({
    ...atDesk,
    rest: () => {
      places.stop();
      const stopped = [cards.collection, outbox.line, feed, outbox.undo, files, policy, proxies, years];
      for (const part of stopped) part.stop();
      for (const feature of features.opened) feature.stop?.();
      outbox.questions.releaseAll();
    },
    sent: outbox.engine.stop,
    release: counts.restored.release,
    last: [
      several.clinic.stop,
      webhooks.end,
      copies.stop,
      activity.end,
      counts.saves.end,
      parts.practice.stop,
      parts.dispatchers.close,
    ],
    close: () => {
      onClose();
      atDesk.store.close();
      copies.closed();
    },
  });
}

/** The desk as whoever runs it sees it. */
export function createRunningDesk(
  parts: DeskParts,
  { telling, feed, features, route, lastChange }: Around,
): RunningDesk {
  const { atDesk, outbox, cards, files, copies, activity, sessions } = parts;
  const kept = atDesk.store.origin === "memory" ? "memory" : "disk";
  let lastStanding: StaffAndTally | null = null;
  return {
    route,
    cardRoute: createCardRoute(cards.collection.handlers, atDesk.log),
    start: () => startParts(parts, features),
    // A restore has been asked about.
    quitWords: () => (copies.isRestoring() ? null : formatQuitQuestion(telling.tally(), kept)),
    suspend: () => {
      const goOn = outbox.undo.suspend();
      return (ends) => (ends ? outbox.undo.stop() : goOn());
    },
    settings: atDesk.settings,
    facts: () => ({ practice: sessions.current()?.practice === true, kept }),
    standing: () => lastStanding ?? telling.standing(),
    endMoments: outbox.undo.locked,
    pageGone: outbox.questions.releaseAll,
    noteLock: activity.noteLock,
    atWork: () => ({
      busy: findCurrentActivity({ ...outbox, ...cards, files, accountId: atDesk.accountId() }),
      sinceChange: lastChange.since(),
    }),
    wake: () => void outbox.line.check(),
    stop: createDeskEnd(parts, { feed, features }, () => {
      // What became of requests that were under way when the desk was locked is known by now.
      try {
        lastStanding = telling.standing();
      } catch (error) {
        atDesk.log.error("desk.standing", error);
      }
    }),
  };
}
