import { signIn } from "../features/session/sign-in.ts";
import { accountBook } from "../features/session/account-book.ts";
import { appHandlers } from "./app-handlers.ts";
import { backups } from "../features/backup/backups.ts";
import { cardParts } from "../features/cards/card-parts.ts";
import { changeFeed } from "./change-feed.ts";
import { clinicHandlers } from "../features/clinic/clinic-handlers.ts";
import { clinicParts } from "../features/clinic/clinic-parts.ts";
import { closedDesk } from "./closed-desk.ts";
import { guideHandlers } from "../features/onboarding/desk-guide.ts";
import { deskLog } from "../features/activity-log/desk-log.ts";
import { deskPlaces } from "../features/lock/desk-places.ts";
import { deskPolicy } from "../features/policy/desk-policy.ts";
import { deskDispatchers, deskWay } from "../features/policy/dispatchers.ts";
import { deskPractice } from "../features/practice/desk-practice.ts";
import { doctorParts } from "../features/connection-check/doctor-parts.ts";
import { exportHandlers } from "../features/export/exports.ts";
import { imports } from "../features/import/imports.ts";
import { deskSettings } from "../features/settings/desk-settings.ts";
import { staffHandlers } from "../features/settings/desk-staff.ts";
import { ending } from "./ending.ts";
import { halting, lockForGood, lostOrStolenProblem, otherCopyProblem } from "./halted.ts";
import { keeping } from "../features/keeping/keeping.ts";
import { keptRecords } from "./kept-records.ts";
import { diagnostics } from "../features/diagnostics/diagnostics.ts";
import { bookingHandlers } from "../features/bookings/bookings.ts";
import { deskCounts, listHandlers } from "../features/outbox/lists.ts";
import { noticeParts } from "../features/notices/notice-parts.ts";
import { patientHandlers } from "../features/patients/patients.ts";
import { unlocked } from "../features/lock/lock-handlers.ts";
import { busyWith } from "./at-work.ts";
import { outside } from "../features/integrity/outside.ts";
import { proxyHandlers } from "../features/policy/proxy-handlers.ts";
import { retentionHandlers } from "../features/patients/retention.ts";
import { personHandlers } from "../features/patients/same-person.ts";
import { deskSession } from "../features/session/session.ts";
import { teller } from "./teller.ts";
import { updateHandlers } from "../features/updates/update-handlers.ts";
import { webhookItems } from "../features/webhooks/webhook-items.ts";
import { webhookLook } from "../features/webhooks/webhook-look.ts";
import { tryToken, webhookListing } from "../features/webhooks/webhooks.ts";
import { needsPerson, tallyOf, type Tally } from "../../shared/outbox/tally.ts";
import type { RecordId } from "../../shared/outbox/forms.ts";
import type { Desk, DeskOptions, Standing } from "./desk.ts";
import { router, type Handlers } from "../ipc/router.ts";
import { refuseWithout } from "../features/lock/admin-guard.ts";
import type { Agree } from "../features/lock/new-places.ts";
import { itemHandlers } from "../features/outbox/item-handlers.ts";
import { outbox } from "../features/outbox/outbox.ts";
import { staffOf } from "../features/outbox/staff.ts";
import { cardRoute } from "../features/cards/card-route.ts";
import { quitWords } from "./quit-words.ts";
import { lookUp } from "../platform/look-up.ts";
import { serviceClient } from "../http/client.ts";
import { proxyPasswords } from "../http/proxy-passwords.ts";
import { groupCommit } from "../db/group-commit.ts";

/** Builds every part and joins them. The only place that knows all folders of main. */
export async function composeDesk(options: DeskOptions): Promise<Desk> {
  const { clock, random, log } = options;
  const lock: NonNullable<DeskOptions["lock"]> = options.lock ?? unlocked;
  const mayWork = lock.mayWork ?? (() => true);
  const kept = await keptRecords({
    ...options,
    ...(options.onBackupStep === undefined ? {} : { onPutBack: options.onBackupStep }),
    onLost: (problem) => halt.because(problem),
    onWritten: () => {
      counts.saves.written();
      counts.log.written();
    },
  });
  if (kept.store === null) return closedDesk(options, kept.storeProblem);

  const { store } = kept;
  const passwords = options.proxyPasswords ?? proxyPasswords(options);
  const shared = {
    ...options,
    proxyPasswords: passwords,
    store,
    inGroup: groupCommit({ store, clock }),
    userAgent: `FrontDesk/${options.version}`,
    emit: teller(options),
    trace: options.trace ?? (() => undefined),
    agree: ((use, address) => places.agree(use, address)) satisfies Agree,
  };
  const { emit } = shared;
  const notice = () => ({
    missing: counts.notice.get(),
    settings: settings.unreadable(),
    ...activity.notice(),
  });
  const counts = outside({
    ...shared,
    onNotice: () => emit("records.notice", notice()),
    onOtherCopy: () => halt.because(otherCopyProblem()),
  });
  const dispatchers = deskDispatchers(shared);
  const client = serviceClient({ ...shared, dispatchers });
  const practice = deskPractice({ ...shared, onLine: () => sending.line.check() });
  const policy = deskPolicy({
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
  const places = deskPlaces({
    ...shared,
    account: () => account.current(),
    settings: () => settings.current(),
    policy: policy.view,
    mayChange: lock.mayChange,
  });
  const account = signIn({
    ...shared,
    mayConnect: policy.mayConnect,
    accounts: accountBook(store, clock),
    practice: practice.service,
    tryToken: (credentials) => tryToken(client, credentials),
    uuid: random.uuid,
    onChange: (session) => {
      cards.belongTo(session.accountId);
      void several.clinic.belongTo(session.accountId);
      sending.undo.belongTo(session.accountId);
      emit("session.changed", session);
      tellSettings();
    },
  });
  const accountId = (): string | null => account.current()?.accountId ?? null;
  const settings = deskSettings({ ...shared, accountId, policy: policy.view, onSaved: () => tellSettings() });
  /** Settings that cannot be read are another account's now, or were written anew. */
  const tellSettings = (): void => {
    emit("settings.changed", settings.current());
    emit("records.notice", notice());
  };
  const atDesk = { ...shared, account: account.current, accountId, settings: settings.current };
  const activity = deskLog({
    ...atDesk,
    anchor: counts.log,
    ...(lock.checkedLog === undefined ? {} : { checked: lock.checkedLog }),
    emit: (state) => emit("audit.state", state),
    onNotice: () => emit("records.notice", notice()),
  });
  const feed = changeFeed({
    ...shared,
    state: () => ({ counts: deskCounts(atDesk), progress: sending.engine.progress() }),
    emit: (change) => {
      emit("items.changed", change);
      needs();
    },
  });
  /** The items of the account at the desk by kind, for every sentence that main says of them. */
  const tally = (): Tally =>
    tallyOf(deskCounts(atDesk), {
      moments: sending.undo.shown(accountId()),
      rowsToTake: files.jobs.left(),
      isStopped: sending.engine.isPaused(),
      isUnshared: several.isUnshared(),
    });
  const needs = (): void =>
    options.onNeedsPerson?.({
      count: needsPerson(tally()),
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
  const news = noticeParts({
    ...atDesk,
    dispatchers,
    line: () => several.clinic.line(),
    items: () => sending.items,
    onChange,
    emit: (payload) => {
      emit("notices.changed", payload);
      needs();
    },
  });
  const several = clinicParts({
    ...atDesk,
    dispatchers,
    inbox: news.inbox,
    onChange,
    onUp: () => sending.engine.kick(),
    onLost: (said) => {
      halt.because(lostOrStolenProblem(said));
      if (said === "lost") void lockForGood({ ...shared, account });
    },
    emit: (state) => {
      emit("clinic.changed", state);
      news.notices.look();
    },
  });
  const doctor = doctorParts({
    ...atDesk,
    dispatchers,
    wayFor: deskWay(shared),
    clinic: several.clinic,
    notices: news.notices,
    emit: (state) => emit("doctor.changed", state),
  });
  const webhooks = webhookListing({ ...atDesk, client, onListed: (answer) => sending.line.heard(answer) });
  const sending = outbox({
    ...shared,
    client,
    sharing: several.sharing,
    // Among several desks nobody knows what the others were told: a person decides about each repeat.
    context: {
      ...atDesk,
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
  const files = imports({
    ...atDesk,
    isOnline: () => line.current().state === "online",
    emit: (state) => emit("import.changed", state),
    onQueued: (ids) => {
      feed.changed(ids);
      engine.kick();
    },
    onStep: options.onImportStep ?? (() => undefined),
  });
  const cards = cardParts({
    ...atDesk,
    dispatchers,
    practiceIntentUrl: practice.service.setupIntentUrl,
    onChange,
    onCard: (came) => emit("card.came", came),
  });
  const copies = backups({
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
  const years = keeping({
    ...atDesk,
    policy: policy.view,
    thinLog: activity.thin,
    measureBackups: copies.bytes,
    onChange,
  });
  const halt = halting({ ...sending, ...cards, files, copies, emit });
  const session = deskSession({ ...shared, account, line, onChange, beforeConnecting: counts.restored.look });
  const proxies = proxyHandlers({
    ...shared,
    passwords,
    onAnswer: () => sending.line.check(),
  });
  const itemRoutes = itemHandlers({ ...shared, ...sending, accountId, onChange });
  const hooks = webhookItems({ ...atDesk, submit: itemRoutes["items.submit"] });
  const handlers: Handlers = {
    ...appHandlers({
      ...options,
      origin: store.origin,
      problem: halt.problem,
      notice,
      onNoticeRead: counts.notice.clear,
    }),
    ...session.handlers,
    ...settings.handlers,
    ...policy.handlers,
    ...proxies.handlers,
    ...itemRoutes,
    ...hooks.handlers,
    ...listHandlers({ ...atDesk, shownAs: undo.shownAs }),
    ...bookingHandlers(atDesk),
    ...staffHandlers(atDesk),
    ...guideHandlers(atDesk),
    ...patientHandlers(atDesk),
    ...personHandlers({ ...atDesk, onChange }),
    ...retentionHandlers({ ...atDesk, onChange }),
    ...years.handlers,
    ...files.handlers,
    ...exportHandlers(atDesk),
    ...webhooks.handlers,
    ...webhookLook({
      ...atDesk,
      clock: clock.limits,
      isOnline: () => sending.line.current().state === "online",
      wayFor: deskWay(shared),
      lookUp,
    }),
    ...cards.handlers,
    ...practice.handlers,
    ...activity.handlers,
    ...copies.handlers,
    ...diagnostics({ ...atDesk, state: activity.state }),
    ...lock.handlers,
    "lock.setPin": async (input) => {
      const tried = await lock.handlers["lock.setPin"](input);
      // What waited for a PIN goes out.
      engine.kick();
      return tried;
    },
    ...updateHandlers(options),
    ...clinicHandlers({ ...several, store, accountId, sendNow: engine.sendNow }),
    ...news.handlers,
    ...doctor.handlers,
  };
  const standing = (): Standing => {
    const id = accountId();
    return { staff: id === null ? null : store.read(({ meta }) => staffOf(meta, id)), tally: tally() };
  };
  let lastStanding: Standing | null = null;
  return {
    route: router(handlers, {
      log,
      gate: {
        isSignedIn: () => accountId() !== null,
        facts: { takesDesk: account.takesDesk, isWebhookItem: hooks.isWebhookItem },
        refuse: refuseWithout({ ...lock, mayWork }),
        noteReading: activity.noteReading,
      },
    }),
    cardRoute: cardRoute(cards.collection.handlers, log),
    start: async () => {
      sending.steps.recover();
      several.sharing.started();
      await counts.restored.look();
      await session.restore();
      await options.firstScreen;
      // The keychain may have been busy only for a moment.
      await counts.restored.look();
      await counts.saves.look();
      activity.begin({ isReopened: lock.wasLocked });
      lock.begun();
      await session.begin();
      files.jobs.start();
      copies.begin();
      years.begin();
    },
    // A restore has been asked about.
    quitWords: () =>
      copies.isRestoring() ? null : quitWords(tally(), store.origin === "memory" ? "memory" : "disk"),
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
      busy: busyWith({ ...sending, ...cards, files, accountId: accountId() }),
      sinceChange: clock.monotonic() - changedAt,
    }),
    wake: () => void line.check(),
    stop: ending({
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
