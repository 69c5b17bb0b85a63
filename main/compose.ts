import { fail, failed, ok } from "../contract/failure.ts";
import { withChange, type Settings } from "../contract/records/settings.ts";
import type { RecordsNotice, StoreProblem } from "../contract/routes.ts";
import { firstSettings } from "./account/first-settings.ts";
import { memorySecretStore } from "./account/secret-store.ts";
import { signIn, type SignedIn } from "./account/sign-in.ts";
import { cardParts } from "./adapters/card-parts.ts";
import { changeFeed } from "./adapters/change-feed.ts";
import { closedDesk } from "./adapters/closed-desk.ts";
import { outsidePlaces } from "./adapters/counter-place.ts";
import { otherCopyProblem } from "./adapters/halted.ts";
import type { Desk, DeskOptions } from "./desk.ts";
import { keptRecords } from "./adapters/kept-records.ts";
import { lists, patientLists } from "./adapters/lists.ts";
import { practiceRecords } from "./adapters/practice-records.ts";
import { accountBook, must, outboxRecords } from "./adapters/records.ts";
import { missingNotice } from "./adapters/records-notice.ts";
import { restoredCheck } from "./adapters/restored-check.ts";
import { saveCount } from "./adapters/save-count.ts";
import { webhookListing } from "./adapters/webhooks.ts";
import { handlers } from "./ipc/handlers.ts";
import { router } from "./ipc/router.ts";
import type { Services } from "./ipc/services.ts";
import { brake } from "./outbox/brake.ts";
import { connectivity } from "./outbox/connectivity.ts";
import { outboxEngine } from "./outbox/engine.ts";
import { itemsService } from "./outbox/items.ts";
import { transitions } from "./outbox/transitions.ts";
import { cardRoute } from "./payment/card-route.ts";
import { within } from "./platform/within.ts";
import { practiceService } from "./practice/practice.ts";
import { quitWords } from "./quit-words.ts";
import { serviceClient } from "./service/client.ts";
import { systemDispatchers } from "./service/dispatcher.ts";
import { groupCommit } from "./store/group-commit.ts";
import type { Repositories } from "./store/types.ts";

/** Milliseconds in which answers that are under way are still heard after everything was brought to a halt. */
const answersWithin = 30_000;
/** Milliseconds that the keychain has at the end, when the requests under way have used up the grace. */
const shortWait = 250;

/** Builds every part and joins them. The only place that knows all folders of main. */
export async function composeDesk(options: DeskOptions): Promise<Desk> {
  const { clock, random, log, secrets, trace = () => undefined } = options;
  const watching = { lost: (_problem: StoreProblem): void => undefined, written: (): void => undefined };
  const kept = await keptRecords({
    ...options,
    onLost: (problem) => watching.lost(problem),
    onWritten: () => watching.written(),
  });
  if (kept.store === null) return closedDesk(options, kept.storeProblem);
  const { store, recordsKept } = kept;
  // Records in memory have no copy: nothing is kept of them outside.
  const outside = recordsKept === "disk" ? secrets : memorySecretStore();
  const places = outsidePlaces(outside, store, random);
  const missing = missingNotice(store, () => emit("records.notice", recordsNotice()));
  const saves = saveCount({ store, place: places.saves, notice: missing, clock, log });
  /** A window that cannot be told must not undo what it was to be told of. */
  const emit: DeskOptions["emit"] = (name, payload) => {
    try {
      options.emit(name, payload);
      // Settings that cannot be read are another account's now, or were written anew.
      if (name === "settings.changed") options.emit("records.notice", recordsNotice());
    } catch (error) {
      log.error("window.not-told", error, { event: name });
    }
  };
  const dispatchers = systemDispatchers({ resolveProxy: options.resolveProxy, clock });
  const userAgent = `FrontDesk/${options.version}`;
  const client = serviceClient({
    dispatchers,
    clock,
    userAgent,
    ...(options.deadline === undefined ? {} : { deadline: options.deadline }),
  });

  const accountId = (): string | null => account.current()?.accountId ?? null;
  const settingsIn = (repositories: Repositories, scope: string): Settings => {
    const saved = repositories.settings.get(scope);
    return (saved.ok ? saved.value : null) ?? firstSettings(options.timeZone);
  };
  const savedSettings = () => {
    const scope = accountId();
    return scope === null ? null : store.read((repositories) => repositories.settings.get(scope));
  };
  const settings = (): Settings => {
    const scope = accountId();
    const saved = scope === null ? null : store.read((repositories) => settingsIn(repositories, scope));
    return saved?.ok === true ? saved.value : firstSettings(options.timeZone);
  };
  const recordsNotice = (): RecordsNotice => {
    const saved = savedSettings();
    return { missing: missing.get(), settingsDamaged: saved?.ok === true && !saved.value.ok };
  };

  const practice = practiceService({
    directory: recordsKept === "disk" ? options.directory : null,
    key: () => practiceRecords.key({ secrets, random }),
    timeZone: options.timeZone,
    onSamples: (samples) =>
      practiceRecords.fill({ store, clock, random, timeZone: options.timeZone }, samples),
    onDelivery: (delivery) => emit("practice.delivered", delivery),
  });

  let collecting: string | null = null;
  const account = signIn({
    secrets,
    accounts: accountBook(store, clock),
    practice,
    tryToken: async (credentials) => {
      const outcome = await client.listWebhooks(credentials);
      return outcome.kind === "success" ? null : outcome.failure;
    },
    uuid: random.uuid,
    log,
    onChange: (session) => {
      // A card that is being collected belongs to the account that was at the desk.
      if (session.accountId !== collecting) payment.collection.stop();
      collecting = session.accountId;
      emit("session.changed", session);
      emit("settings.changed", settings());
    },
  });

  const queueBrake = brake(clock, () => line);
  const withAccount = <T>(work: (account: SignedIn) => T): T | null => {
    const at = account.current();
    return at === null ? null : work(at);
  };
  const webhooks = webhookListing({
    client,
    store,
    clock,
    account: account.current,
    onListed: (answer) => line.heard(answer),
  });
  const line = connectivity({
    probe: webhooks.probe,
    clock,
    random,
    onChange: (connection) => {
      if (connection.state === "token-refused") account.tokenRefused();
      if (connection.state === "online") account.tokenAccepted();
      emit("connection.changed", connection);
    },
    onOnline: () => engine.kick(),
    askedUntil: () => withAccount((account) => queueBrake.waits.askedUntil(account)) ?? 0,
    onAskedToWait: (seconds) =>
      withAccount((account) => queueBrake.waits.atLeast(account, seconds * 1_000, "asked")),
  });

  const records = outboxRecords({ store, clock, settings });
  const context = { account: account.current, settings };
  const steps = transitions({
    store: records,
    context,
    clock,
    countSend: () => must(store.transaction(({ meta }) => ok(void meta.countSend()))),
    trace,
  });
  const listing = { store, clock, settings, accountId };
  const list = lists(listing);
  const feed = changeFeed({
    log,
    clock,
    state: () => ({ counts: list.counts(), progress: engine.progress() }),
    emit: (change) => emit("items.changed", change),
  });
  const { changed } = feed;
  const restored = restoredCheck({
    store,
    records,
    places,
    notice: missing,
    instance: random.uuid(),
    clock,
    log,
    onOtherCopy: () => halt(otherCopyProblem()),
  });
  const engine = outboxEngine({
    store: records,
    transitions: steps,
    client,
    connectivity: line,
    brake: queueBrake,
    context,
    clock,
    random,
    log,
    trace,
    counted: restored.counted,
    onChange: changed,
  });
  const items = itemsService({
    store: records,
    transitions: steps,
    engine,
    context,
    clock,
    random,
    trace,
    isOnline: () => line.current().state === "online",
    onChange: changed,
  });
  const payment = cardParts({
    store,
    records,
    dispatchers,
    account: account.current,
    settings,
    clock,
    random,
    userAgent,
    practiceIntentUrl: practice.setupIntentUrl,
    ...(options.openCardWindow === undefined ? {} : { openWindow: options.openCardWindow }),
    onChange: changed,
    onCard: (came) => emit("card.came", came),
  });
  const inGroup = groupCommit(store);
  let halted: StoreProblem | null = null;
  /** From now on nothing is sent; answers under way are still heard. */
  function halt(problem: StoreProblem): void {
    if (halted !== null) return;
    halted = problem;
    line.stop();
    void engine.stop(answersWithin);
    payment.collection.stop();
    emit("store.problem", problem);
  }
  watching.lost = halt;
  watching.written = saves.written;
  /** After every change of who is signed in, the line is another one. */
  const afterSignIn = async <T>(result: T): Promise<T> => {
    line.reset(account.current() !== null);
    changed([]);
    await line.check();
    return result;
  };
  const services: Services = {
    info: () => ({
      version: options.version,
      platform: options.platform,
      recordsKept,
      storeProblem: halted,
      recordsNotice: recordsNotice(),
    }),
    noticeRead: missing.clear,
    setRecordsAside: async () => failed(fail("refused", "The records are open: nothing is set aside.")),
    window: options.window,
    signIn: {
      ...account,
      connect: async (input) => {
        // Before anything can be sent under the account.
        await restored.look();
        const result = await account.connect(input);
        return result.ok ? afterSignIn(result) : result;
      },
      practise: async () => afterSignIn(await account.practise()),
      signOut: async () => {
        // The keychain may take its time; from here on nothing is asked or sent with that token.
        const [signedOut] = await Promise.all([account.signOut(), afterSignIn(null)]);
        return signedOut;
      },
    },
    connection: { current: line.current, check: line.check },
    settings: {
      get: settings,
      save: (change) => {
        const scope = accountId();
        if (scope === null) return failed(fail("signed-out", "Sign in first."));
        const saved = store.transaction((repositories) => {
          const next = withChange(settingsIn(repositories, scope), change);
          repositories.settings.set(scope, next);
          return ok(next);
        });
        if (saved.ok) emit("settings.changed", saved.value);
        return saved;
      },
    },
    items: {
      ...items,
      create: (content) => inGroup(() => items.create(content)),
      saveForm: (id, content) => inGroup(() => items.saveForm(id, content)),
    },
    lists: list,
    patients: patientLists(listing),
    outbox: { pause: (paused) => (engine.pause(paused), changed([])) },
    webhooks: { list: webhooks.list },
    cards: {
      ...payment.cards,
      collect: payment.collection.collect,
      testSource: payment.source.test,
    },
    practice: { deliveries: () => ({ deliveries: practice.deliveries(), inboxUrl: practice.inboxUrl() }) },
  };

  const route = router(handlers(services), log);
  let ended: Promise<void> | null = null;
  async function end(grace: number): Promise<void> {
    const at = clock.monotonic() + grace;
    const inTime = (work: Promise<unknown>): Promise<unknown> =>
      within(work, { clock, milliseconds: Math.max(shortWait, at - clock.monotonic()) });
    payment.collection.stop();
    line.stop();
    feed.stop();
    const cancel = clock.after(grace, restored.release);
    await engine.stop(grace);
    cancel();
    restored.release();
    await inTime(saves.end());
    await inTime(practice.stop());
    await inTime(dispatchers.close());
    store.close();
  }

  return {
    route,
    cardRoute: cardRoute(payment.collection.handlers, log),
    start: async () => {
      steps.recover();
      await restored.look();
      await account.restore();
      // The keychain may have been busy only for a moment.
      await restored.look();
      await saves.look();
      await afterSignIn(null);
    },
    quitWords: () => quitWords(list.counts(), recordsKept),
    settings,
    wake: () => void line.check(),
    // Whoever asks again waits for the one end.
    stop: (grace = 0) => (ended ??= end(grace)),
  };
}
