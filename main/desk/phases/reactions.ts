import { countByStatus } from "../../features/outbox/lists.ts";
import type { LastChange } from "../at-work.ts";
import { createChangeFeed, type ChangeFeed } from "../change-feed.ts";
import { createLostOrStolenProblem, destroyDatabaseKey, stopAllParts } from "../halted.ts";
import { changeSession } from "../session.ts";
import type { DeskParts } from "./parts.ts";
import type { DeskTelling } from "./telling.ts";

type Around = { readonly telling: DeskTelling; readonly lastChange: LastChange };

/**
 * What follows what, in this order: the one place where something that happens in a part has another part do something. Gives the
 * feed that tells the window of changed items.
 */
export function connectParts(parts: DeskParts, { telling, lastChange }: Around): ChangeFeed {
  const { atDesk, events, halt, sessions, account, several, outbox, files, news, cards, copies, proxies } =
    parts;
  const { line, engine, undo } = outbox;
  const { emit } = atDesk;
  const feed = createChangeFeed({
    ...atDesk,
    state: () => ({ counts: countByStatus(atDesk), progress: engine.progress() }),
    emit: (change) => {
      emit("items.changed", change);
      telling.needs();
    },
  });
  const tellNotice = (): void => emit("records.notice", telling.notice());

  events.changed.listen((ids) => {
    lastChange.note();
    feed.changed(ids);
    several.clinic.changed(ids);
    files.jobs.look();
  });
  events.queued.listen((ids) => {
    feed.changed(ids);
    engine.kick();
  });
  events.mayGo.listen(() => engine.kick());
  events.moments.listen(() => emit("moments.changed", { moments: [...undo.shown(atDesk.accountId())] }));
  events.listed.listen(line.heard);
  events.connection.listen((connection) => {
    if (connection.state === "token-refused") account.tokenRefused();
    if (connection.state === "online") account.tokenAccepted();
    proxies.heard(connection);
    emit("connection.changed", connection);
    files.jobs.look();
  });
  events.account.listen((shown, now) => {
    changeSession({ sessions, cards, clinic: several.clinic, undo }, now);
    emit("session.changed", shown);
    events.settings.tell();
  });
  events.notice.listen(tellNotice);
  events.settings.listen(() => {
    emit("settings.changed", atDesk.settings());
    // Settings that cannot be read are another account's now, or were written anew.
    tellNotice();
  });
  events.policy.listen(() => {
    events.settings.tell();
    copies.heed();
    // The way to the service may be another, and so may be whether anything is sent.
    void line.check();
    engine.kick();
  });
  events.clinic.listen((state) => {
    emit("clinic.changed", state);
    news.notices.look();
  });
  events.notices.listen(news.notices.came);
  events.denied.listen((payload) => {
    emit("notices.changed", payload);
    telling.needs();
  });
  events.lost.listen((said) => {
    halt.because(createLostOrStolenProblem(said));
    if (said === "lost") void destroyDatabaseKey({ ...atDesk, account });
  });
  events.halted.listen((problem) => {
    stopAllParts({ ...outbox, ...cards, files, copies });
    emit("store.problem", problem);
  });
  return feed;
}
