import { signIn } from "../features/session/sign-in.ts";
import { createAccountBook } from "../features/session/account-book.ts";
import { createAppHandlers } from "./app-handlers.ts";
import { createBackups } from "../features/backup/backups.ts";
import { createCardParts } from "../features/cards/card-parts.ts";
import { createChangeFeed } from "./change-feed.ts";
import { createClinicHandlers } from "../features/clinic/clinic-handlers.ts";
import { createClinicParts } from "../features/clinic/clinic-parts.ts";
import { createUnavailableDesk } from "./closed-desk.ts";
import { createGuideHandlers } from "../features/onboarding/desk-guide.ts";
import { createDeskLog } from "../features/activity-log/desk-log.ts";
import { createDeskPlaces } from "../features/lock/desk-places.ts";
import { createDeskPolicy } from "../features/policy/desk-policy.ts";
import { createDeskDispatchers, createProxyResolver } from "../features/policy/dispatchers.ts";
import { createDeskPractice } from "../features/practice/desk-practice.ts";
import { createConnectionCheck } from "../features/connection-check/doctor-parts.ts";
import { createExportHandlers } from "../features/export/exports.ts";
import { createImports } from "../features/import/imports.ts";
import { createDeskSettings } from "../features/settings/desk-settings.ts";
import { createStaffHandlers } from "../features/settings/desk-staff.ts";
import { createShutdown } from "./ending.ts";
import {
  createKillSwitch,
  destroyDatabaseKey,
  createLostOrStolenProblem,
  createOtherCopyProblem,
} from "./halted.ts";
import { createKeeping } from "../features/keeping/keeping.ts";
import { openRecords } from "./kept-records.ts";
import { createDiagnostics } from "../features/diagnostics/diagnostics.ts";
import { createBookingHandlers } from "../features/bookings/bookings.ts";
import { countByStatus, createListHandlers } from "../features/outbox/lists.ts";
import { createNoticeParts } from "../features/notices/notice-parts.ts";
import { createPatientHandlers } from "../features/patients/patients.ts";
import { unlocked } from "../features/lock/lock-handlers.ts";
import { findCurrentActivity } from "./at-work.ts";
import { createKeychainCounters } from "../features/integrity/outside.ts";
import { createProxyHandlers } from "../features/policy/proxy-handlers.ts";
import { createRetentionHandlers } from "../features/patients/retention.ts";
import { createPersonHandlers } from "../features/patients/same-person.ts";
import { createDeskSession } from "../features/session/session.ts";
import { changeSession, createSessions } from "./session.ts";
import { createSafeEmit } from "./teller.ts";
import { createUpdateHandlers } from "../features/updates/update-handlers.ts";
import { createWebhookItems } from "../features/webhooks/webhook-items.ts";
import { createWebhookLook } from "../features/webhooks/webhook-look.ts";
import { tryToken, createWebhookListing } from "../features/webhooks/webhooks.ts";
import { countNeedingPerson, tallyCounts, type Tally } from "../../shared/outbox/tally.ts";
import type { RecordId } from "../../shared/outbox/forms.ts";
import type { RunningDesk, DeskOptions, StaffAndTally } from "./desk.ts";
import { createRouter, type Handlers } from "../ipc/router.ts";
import { refuseWithout } from "../features/lock/admin-guard.ts";
import type { Agree } from "../features/lock/new-places.ts";
import { createItemHandlers } from "../features/outbox/item-handlers.ts";
import { createOutbox } from "../features/outbox/outbox.ts";
import { readStaffName } from "../features/outbox/staff.ts";
import { createCardRoute } from "../features/cards/card-route.ts";
import { formatQuitQuestion } from "./quit-words.ts";
import { lookUp } from "../platform/look-up.ts";
import { createServiceClient } from "../http/client.ts";
import { createProxyPasswords } from "../http/proxy-passwords.ts";
import { createGroupCommit } from "../db/group-commit.ts";

/** Builds every part and joins them. The only place that knows all folders of main. */
export async function composeDesk(options: DeskOptions): Promise<RunningDesk> {
  const { clock, random, log } = options;
  const lock: NonNullable<DeskOptions["lock"]> = options.lock ?? unlocked;
  const mayWork = lock.mayWork ?? (() => true);
  const kept = await openRecords({
    ...options,
    ...(options.onBackupStep === undefined ? {} : { onPutBack: options.onBackupStep }),
    onLost: (problem) => halt.because(problem),
    onWritten: () => {
      counts.saves.written();
      counts.log.written();
    },
  });
  if (kept.store === null) return createUnavailableDesk(options, kept.storeProblem);

  const { store } = kept;
  const passwords = options.proxyPasswords ?? createProxyPasswords(options);
  const shared = {
    ...options,
    proxyPasswords: passwords,
    store,
    inGroup: createGroupCommit({ store, clock }),
    userAgent: `FrontDesk/${options.version}`,
    emit: createSafeEmit(options),
    trace: options.trace ?? (() => undefined),
    agree: ((use, address) => places.agree(use, address)) satisfies Agree,
  };
  const { emit } = shared;
  const notice = () => ({
    missing: counts.notice.get(),
    settings: settings.unreadable(),
    ...activity.notice(),
  });
  const counts = createKeychainCounters({
    ...shared,
    onNotice: () => emit("records.notice", notice()),
    onOtherCopy: () => halt.because(createOtherCopyProblem()),
  });
  const dispatchers = createDeskDispatchers(shared);
  const client = createServiceClient({ ...shared, dispatchers });
  const practice = createDeskPractice({ ...shared, onLine: () => sending.line.check() });
  const policy = createDeskPolicy({
    ...shared,
    account: () => account,
    onTaken: () => {
      tellSettings();
      copies.heed();
      // The way to the service may be another, and so may be whether anything is sent.
      void sending.line.check();
      sending.engine.kick();
    },
  });
  const places = createDeskPlaces({
    ...shared,
    account: () => account.current(),
    settings: () => settings.current(),
    policy: policy.view,
    mayChange: lock.mayChange,
  });
  const account = signIn({
    ...shared,
    mayConnect: policy.mayConnect,
    accounts: createAccountBook(store, clock),
    practice: practice.service,
    tryToken: (credentials) => tryToken(client, credentials),
    uuid: random.uuid,
    onChange: (session) => {
      changeSession({ sessions, cards, clinic: several.clinic, undo: sending.undo }, account.current());
      emit("session.changed", session);
      tellSettings();
    },
  });
  const sessions = createSessions();
  const accountId = (): string | null => sessions.current()?.accountId ?? null;
  const settings = createDeskSettings({
    ...shared,
    session: sessions.current,
    policy: policy.view,
    onSaved: () => tellSettings(),
  });
  /** Settings that cannot be read are another account's now, or were written anew. */
  const tellSettings = (): void => {
    emit("settings.changed", settings.current());
    emit("records.notice", notice());
  };
  const atDesk = { ...shared, session: sessions.current, accountId, settings: settings.current };
  const activity = createDeskLog({
    ...atDesk,
    anchor: counts.log,
    ...(lock.checkedLog === undefined ? {} : { checked: lock.checkedLog }),
    emit: (state) => emit("audit.state", state),
    onNotice: () => emit("records.notice", notice()),
  });
  const feed = createChangeFeed({
    ...shared,
    state: () => ({ counts: countByStatus(atDesk), progress: sending.engine.progress() }),
    emit: (change) => {
      emit("items.changed", change);
      needs();
    },
  });
  /** The items of the account at the desk by kind, for every sentence that main says of them. */
  const tally = (): Tally =>
    tallyCounts(countByStatus(atDesk), {
      moments: sending.undo.shown(accountId()),
      rowsToTake: files.jobs.left(),
      isStopped: sending.engine.isPaused(),
      isUnshared: several.isUnshared(),
    });
  const needs = (): void =>
    options.onNeedsPerson?.({
      count: countNeedingPerson(tally()),
      denied: news.notices.denied(),
      accountId: accountId(),
    });
  let changedAt = clock.monotonic();
  const onChange = (ids: readonly RecordId[]): void => {
    changedAt = clock.monotonic();
    feed.changed(ids);
    several.clinic.changed(ids);
    files.jobs.look();
  };
  const news = createNoticeParts({
    ...atDesk,
    dispatchers,
    line: () => several.clinic.line(),
    items: (session) => sending.items(session),
    onChange,
    emit: (payload) => {
      emit("notices.changed", payload);
      needs();
    },
  });
  const several = createClinicParts({
    ...atDesk,
    dispatchers,
    inbox: news.inbox,
    onChange,
    onUp: () => sending.engine.kick(),
    onLost: (said) => {
      halt.because(createLostOrStolenProblem(said));
      if (said === "lost") void destroyDatabaseKey({ ...shared, account });
    },
    emit: (state) => {
      emit("clinic.changed", state);
      news.notices.look();
    },
  });
  const doctor = createConnectionCheck({
    ...atDesk,
    dispatchers,
    wayFor: createProxyResolver(shared),
    clinic: several.clinic,
    notices: news.notices,
    emit: (state) => emit("doctor.changed", state),
  });
  const webhooks = createWebhookListing({
    ...atDesk,
    client,
    onListed: (answer) => sending.line.heard(answer),
  });
  const sending = createOutbox({
    ...shared,
    client,
    sharing: several.sharing,
    // Among several desks nobody knows what the others were told: a person decides about each repeat.
    context: {
      account: account.current,
      settings: () =>
        several.isShared() ? { ...settings.current(), trustsIdempotencyKey: false } : settings.current(),
    },
    probe: webhooks.probe,
    counted: counts.restored.counted,
    toCome: () => files.jobs.toCome(),
    mayWork,
    onConnection: (connection) => {
      if (connection.state === "token-refused") account.tokenRefused();
      if (connection.state === "online") account.tokenAccepted();
      proxies.heard(connection);
      emit("connection.changed", connection);
      files.jobs.look();
    },
    onQuestionOver: (id) => emit("question.over", { id }),
    onMoments: () => emit("moments.changed", { moments: [...undo.shown(accountId())] }),
    onChange,
  });
  const { line, engine, undo } = sending;
  const files = createImports({
    ...atDesk,
    isOnline: () => line.current().state === "online",
    emit: (state) => emit("import.changed", state),
    onQueued: (ids) => {
      feed.changed(ids);
      engine.kick();
    },
    onStep: options.onImportStep ?? (() => undefined),
  });
  const cards = createCardParts({
    ...atDesk,
    dispatchers,
    practiceIntentUrl: practice.service.setupIntentUrl,
    onChange,
    onCard: (came) => emit("card.came", came),
  });
  const copies = createBackups({
    ...atDesk,
    traffic: () => {
      if (store.read(({ items }) => items.sending()).length > 0) return "sending";
      const isDraining =
        line.current().state === "online" && !engine.isPaused() && engine.progress() !== null;
      return isDraining || undo.shown(accountId()).length > 0 ? "busy" : "none";
    },
    halted: () => halt.problem(),
    emit: (state) => emit("backup.changed", state),
  });
  const years = createKeeping({
    ...atDesk,
    policy: policy.view,
    thinLog: activity.thin,
    measureBackups: copies.bytes,
    onChange,
  });
  const halt = createKillSwitch({ ...sending, ...cards, files, copies, emit });
  const signing = createDeskSession({
    ...shared,
    account,
    line,
    onChange,
    beforeConnecting: counts.restored.look,
  });
  const proxies = createProxyHandlers({
    ...shared,
    passwords,
    onAnswer: () => sending.line.check(),
  });
  const itemRoutes = createItemHandlers({ ...atDesk, ...sending, onChange });
  const hooks = createWebhookItems({ ...atDesk, submit: itemRoutes["items.submit"] });
  const handlers: Handlers = {
    ...createAppHandlers({
      ...options,
      origin: store.origin,
      problem: halt.problem,
      notice,
      onNoticeRead: counts.notice.clear,
    }),
    ...signing.handlers,
    ...settings.handlers,
    ...policy.handlers,
    ...proxies.handlers,
    ...itemRoutes,
    ...hooks.handlers,
    ...createListHandlers({ ...atDesk, shownAs: undo.shownAs }),
    ...createBookingHandlers(atDesk),
    ...createStaffHandlers(atDesk),
    ...createGuideHandlers(atDesk),
    ...createPatientHandlers(atDesk),
    ...createPersonHandlers({ ...atDesk, onChange }),
    ...createRetentionHandlers({ ...atDesk, onChange }),
    ...years.handlers,
    ...files.handlers,
    ...createExportHandlers(atDesk),
    ...webhooks.handlers,
    ...createWebhookLook({
      ...atDesk,
      clock: clock.limits,
      isOnline: () => sending.line.current().state === "online",
      wayFor: createProxyResolver(shared),
      lookUp,
    }),
    ...cards.handlers,
    ...practice.handlers,
    ...activity.handlers,
    ...copies.handlers,
    ...createDiagnostics({ ...atDesk, state: activity.state }),
    ...lock.handlers,
    "lock.setPin": async (input) => {
      const tried = await lock.handlers["lock.setPin"](input);
      // What waited for a PIN goes out.
      engine.kick();
      return tried;
    },
    ...createUpdateHandlers(options),
    ...createClinicHandlers({ ...several, store, sendNow: engine.sendNow }),
    ...news.handlers,
    ...doctor.handlers,
  };
  const standing = (): StaffAndTally => {
    const id = accountId();
    return { staff: id === null ? null : store.read(({ meta }) => readStaffName(meta, id)), tally: tally() };
  };
  let lastStanding: StaffAndTally | null = null;
  return {
    route: createRouter(handlers, {
      log,
      gate: {
        session: sessions.current,
        facts: { takesDesk: account.takesDesk, isWebhookItem: hooks.isWebhookItem },
        refuse: refuseWithout({ ...lock, mayWork }),
        noteReading: activity.noteReading,
      },
    }),
    cardRoute: createCardRoute(cards.collection.handlers, log),
    start: async () => {
      sending.steps.recover();
      several.sharing.started();
      await counts.restored.look();
      await signing.restore();
      await options.firstScreen;
      // The keychain may have been busy only for a moment.
      await counts.restored.look();
      await counts.saves.look();
      activity.begin({ isReopened: lock.wasLocked });
      lock.begun();
      await signing.begin();
      files.jobs.start();
      copies.begin();
      years.begin();
    },
    // A restore has been asked about.
    quitWords: () =>
      copies.isRestoring()
        ? null
        : formatQuitQuestion(tally(), store.origin === "memory" ? "memory" : "disk"),
    suspend: () => {
      const goOn = undo.suspend();
      return (ends) => (ends ? undo.stop() : goOn());
    },
    settings: settings.current,
    facts: () => ({
      practice: account.current()?.practice === true,
      kept: store.origin === "memory" ? "memory" : "disk",
    }),
    standing: () => lastStanding ?? standing(),
    endMoments: undo.locked,
    pageGone: sending.questions.releaseAll,
    noteLock: activity.noteLock,
    atWork: () => ({
      busy: findCurrentActivity({ ...sending, ...cards, files, accountId: accountId() }),
      sinceChange: clock.monotonic() - changedAt,
    }),
    wake: () => void line.check(),
    stop: createShutdown({
      clock,
      log,
      rest: () => {
        places.stop();
        [cards.collection, line, feed, undo, files, policy, proxies, doctor, years].forEach((part) =>
          part.stop(),
        );
        sending.questions.releaseAll();
      },
      sent: engine.stop,
      release: counts.restored.release,
      last: [
        several.clinic.stop,
        webhooks.end,
        copies.stop,
        activity.end,
        counts.saves.end,
        practice.service.stop,
        dispatchers.close,
      ],
      close: () => {
        // What became of requests that were under way when the desk was locked is known by now.
        try {
          lastStanding = standing();
        } catch (error) {
          log.error("desk.standing", error);
        }
        store.close();
        copies.closed();
      },
    }),
  };
}
