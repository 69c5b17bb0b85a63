import { signIn } from "./account/sign-in.ts";
import { accountBook } from "./adapters/account-book.ts";
import { appHandlers } from "./adapters/app-handlers.ts";
import { cardParts } from "./adapters/card-parts.ts";
import { changeFeed } from "./adapters/change-feed.ts";
import { closedDesk } from "./adapters/closed-desk.ts";
import { guideHandlers } from "./adapters/desk-guide.ts";
import { deskPractice } from "./adapters/desk-practice.ts";
import { deskSettings } from "./adapters/desk-settings.ts";
import { staffHandlers } from "./adapters/desk-staff.ts";
import { ending } from "./adapters/ending.ts";
import { halting, otherCopyProblem } from "./adapters/halted.ts";
import { keptRecords } from "./adapters/kept-records.ts";
import { bookingHandlers } from "./adapters/bookings.ts";
import { deskCounts, listHandlers } from "./adapters/lists.ts";
import { patientHandlers } from "./adapters/patients.ts";
import { outside } from "./adapters/outside.ts";
import { retentionHandlers } from "./adapters/retention.ts";
import { personHandlers } from "./adapters/same-person.ts";
import { deskSession } from "./adapters/session.ts";
import { teller } from "./adapters/teller.ts";
import { tryToken, webhookListing } from "./adapters/webhooks.ts";
import { needsPerson } from "./attention.ts";
import type { Desk, DeskOptions } from "./desk.ts";
import { router } from "./ipc/router.ts";
import { itemHandlers } from "./outbox/item-handlers.ts";
import { outbox } from "./outbox/outbox.ts";
import { cardRoute } from "./payment/card-route.ts";
import { quitWords } from "./quit-words.ts";
import { serviceClient } from "./service/client.ts";
import { systemDispatchers } from "./service/dispatcher.ts";
import { groupCommit } from "./store/group-commit.ts";

/** Builds every part and joins them. The only place that knows all folders of main. */
export async function composeDesk(options: DeskOptions): Promise<Desk> {
  const { clock, random, log } = options;
  const kept = await keptRecords({
    ...options,
    onLost: (problem) => halt.because(problem),
    onWritten: () => counts.saves.written(),
  });
  if (kept.store === null) return closedDesk(options, kept.storeProblem);

  const { store } = kept;
  const userAgent = `FrontDesk/${options.version}`;
  const shared = {
    ...options,
    store,
    inGroup: groupCommit({ store, clock }),
    userAgent,
    emit: teller(options),
    trace: options.trace ?? (() => undefined),
  };
  const { emit } = shared;
  const notice = () => ({ missing: counts.notice.get(), settings: settings.unreadable() });
  const counts = outside({
    ...shared,
    onNotice: () => emit("records.notice", notice()),
    onOtherCopy: () => halt.because(otherCopyProblem()),
  });
  const dispatchers = systemDispatchers(shared);
  const client = serviceClient({ ...shared, dispatchers });
  const practice = deskPractice({ ...shared, onLine: () => sending.line.check() });
  const account = signIn({
    ...shared,
    accounts: accountBook(store, clock),
    practice: practice.service,
    tryToken: (credentials) => tryToken(client, credentials),
    uuid: random.uuid,
    onChange: (session) => {
      cards.belongTo(session.accountId);
      emit("session.changed", session);
      tellSettings();
    },
  });
  const accountId = (): string | null => account.current()?.accountId ?? null;
  const settings = deskSettings({ ...shared, accountId, onSaved: () => tellSettings() });
  /** Settings that cannot be read are another account's now, or were written anew. */
  const tellSettings = (): void => {
    emit("settings.changed", settings.current());
    emit("records.notice", notice());
  };
  const atDesk = { ...shared, account: account.current, accountId, settings: settings.current };
  const feed = changeFeed({
    ...shared,
    state: () => ({ counts: deskCounts(atDesk), progress: sending.engine.progress() }),
    emit: (change) => {
      emit("items.changed", change);
      options.onNeedsPerson?.({ count: needsPerson(change.counts), accountId: accountId() });
    },
  });
  const onChange = feed.changed;
  const webhooks = webhookListing({ ...atDesk, client, onListed: (answer) => sending.line.heard(answer) });
  const sending = outbox({
    ...shared,
    client,
    context: atDesk,
    probe: webhooks.probe,
    counted: counts.restored.counted,
    onConnection: (connection) => {
      if (connection.state === "token-refused") account.tokenRefused();
      if (connection.state === "online") account.tokenAccepted();
      emit("connection.changed", connection);
    },
    onChange,
  });
  const { line, engine } = sending;
  const cards = cardParts({
    ...atDesk,
    dispatchers,
    practiceIntentUrl: practice.service.setupIntentUrl,
    onChange,
    onCard: (came) => emit("card.came", came),
  });
  const halt = halting({ ...sending, ...cards, emit });
  const session = deskSession({ ...shared, account, line, onChange, beforeConnecting: counts.restored.look });
  const handlers = {
    ...appHandlers({
      ...options,
      origin: store.origin,
      problem: halt.problem,
      notice,
      onNoticeRead: counts.notice.clear,
    }),
    ...session.handlers,
    ...settings.handlers,
    ...itemHandlers({ ...shared, ...sending, onChange }),
    ...listHandlers(atDesk),
    ...bookingHandlers(atDesk),
    ...staffHandlers(atDesk),
    ...guideHandlers(atDesk),
    ...patientHandlers(atDesk),
    ...personHandlers({ ...atDesk, onChange }),
    ...retentionHandlers({ ...atDesk, onChange }),
    ...webhooks.handlers,
    ...cards.handlers,
    ...practice.handlers,
  };
  return {
    route: router(handlers, log),
    cardRoute: cardRoute(cards.collection.handlers, log),
    start: async () => {
      sending.steps.recover();
      await counts.restored.look();
      await session.restore();
      await options.firstScreen;
      // The keychain may have been busy only for a moment.
      await counts.restored.look();
      await counts.saves.look();
      await session.begin();
    },
    quitWords: () => quitWords(deskCounts(atDesk), store.origin === "memory" ? "memory" : "disk"),
    settings: settings.current,
    wake: () => void line.check(),
    stop: ending({
      clock,
      rest: () => [cards.collection, line, feed].forEach((part) => part.stop()),
      sent: engine.stop,
      release: counts.restored.release,
      last: [counts.saves.end, practice.service.stop, dispatchers.close],
      close: store.close,
    }),
  };
}
