import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { BackupState } from "../../shared/backup/backup.ts";
import type { StoreProblem } from "../../shared/desk/app-routes.ts";
import { tallyCounts } from "../../shared/outbox/tally.ts";
import { say } from "../../messages/saying.ts";
import { createBackupDisk } from "../features/backup/disk.ts";
import { createFirstSettings } from "../features/session/first-settings.ts";
import type { RunningDesk, DeskOptions } from "./desk.ts";
import { createClosedRouter, createShutGate, type Gate, type Handlers } from "../ipc/router.ts";
import { adminLocked } from "../features/lock/admin-guard.ts";
import { setAsideStore } from "../db/open.ts";
import { createRestoreHandlers, type RestoreRoute } from "../features/backup/backups.ts";
import { unlockable } from "../features/lock/lock-handlers.ts";
import { createUpdateHandlers } from "../features/updates/update-handlers.ts";
import { createRestoring, type Restoring } from "../features/backup/restoring.ts";
import { createWindowHandlers } from "./window-handlers.ts";

const nobody = {
  status: "signed-out",
  practice: false,
  serviceAddress: null,
  accountId: null,
  token: null,
  tokenKept: null,
} as const;
const noLine = { state: "signed-out", lastAnswerAt: null, reason: null } as const;

/**
 * The desk over records that do not open: it says why, and can start anew. It takes nothing in, since that would be
 * kept nowhere, and sends nothing.
 */
export function createUnavailableDesk(options: DeskOptions, problem: StoreProblem): RunningDesk {
  const { directory, secrets, clock, log, window } = options;
  const settings = createFirstSettings(options.timeZone);
  const restore = createRestoring({
    ...options,
    disk: createBackupDisk(clock),
    onChange: () => options.emit("backup.changed", restoreState(restore)),
    onStep: options.onBackupStep ?? (() => undefined),
  });
  const open: Partial<Handlers> = {
    ...createWindowHandlers(window),
    "app.info": () =>
      ok({
        version: options.version,
        platform: options.platform,
        recordsKept: "memory",
        storeProblem: problem,
        recordsNotice: { missing: null, settings: null },
      }),
    "app.setRecordsAside": async () => {
      if (!problem.maySetAside) return failed(fail("refused", say("failures.store.mayBeWhole")));
      const moved = await setAsideStore({ directory, secrets, clock });
      if (!moved.ok) return moved;
      log.warn("store.set-aside", { files: moved.value.length });
      window.restart();
      return ok({ files: [...moved.value] });
    },
    ...restoreRoutes(options, restore),
    ...(options.lock?.handlers ?? unlockable),
    ...createUpdateHandlers(options),
    "session.get": () => ok({ session: nobody, connection: noLine }),
    "settings.get": () => ok(settings),
  };
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    route: createClosedRouter(open, { gate: closedGate(options.lock), log, failure: problem.failure }),
    cardRoute: () => Promise.resolve(failed(problem.failure)),
    start: nothing,
    quitWords: () => null,
    settings: () => settings,
    suspend: () => () => undefined,
    facts: () => ({ practice: false, kept: null }),
    standing: () => ({
      staff: null,
      tally: tallyCounts(null, { moments: [], rowsToTake: 0, isStopped: false, isUnshared: false }),
    }),
    endMoments: () => undefined,
    pageGone: () => undefined,
    noteLock: () => undefined,
    atWork: () => ({ busy: null, sinceChange: Infinity }),
    wake: () => undefined,
    stop: () => restore.close(),
  };
}

/** There is nothing to back up where the records do not open. */
const restoreState = (restore: Restoring): BackupState => ({
  isFor: "closed",
  plan: null,
  good: null,
  problem: null,
  missed: 0,
  part: null,
  chosen: restore.chosen(),
  isRestoring: restore.isDecided(),
});

/**
 * A backup can take the place of what does not open: the admin's, as it is with records that do. The keychain that did not give
 * the records' key may not have said either whether there is an admin PIN: it is asked again.
 */
const closedGate = (lock: DeskOptions["lock"]): Gate => ({
  ...createShutGate(adminLocked),
  refuse: async (access) => {
    if (access === "everyone") return null;
    const unread = (await lock?.read?.()) ?? null;
    return lock?.mayChange("computer") === false ? (unread ?? adminLocked) : null;
  },
});

function restoreRoutes({ lock, window }: DeskOptions, restore: Restoring): Pick<Handlers, RestoreRoute> {
  const state = async (): Promise<BackupState> => restoreState(restore);
  return {
    ...createRestoreHandlers(restore, { state, restart: window.restart }),
    "backup.get": async () => {
      await lock?.read?.();
      return ok(await state());
    },
  };
}
