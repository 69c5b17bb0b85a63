import { fail, failed, ok } from "../../contract/failure.ts";
import type { StoreProblem } from "../../contract/routes/app.ts";
import { say } from "../../messages/saying.ts";
import { firstSettings } from "../account/first-settings.ts";
import type { Desk, DeskOptions } from "../desk.ts";
import { closedRouter, type Handlers } from "../ipc/router.ts";
import { setAsideStore } from "../store/open.ts";
import { unlockable } from "./lock-handlers.ts";
import { updateHandlers } from "./update-handlers.ts";
import { windowHandlers } from "./window-handlers.ts";

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
export function closedDesk(options: DeskOptions, problem: StoreProblem): Desk {
  const { directory, secrets, clock, log, window } = options;
  const settings = firstSettings(options.timeZone);
  const open: Partial<Handlers> = {
    ...windowHandlers(window),
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
    ...(options.lock?.handlers ?? unlockable),
    ...updateHandlers(options),
    "session.get": () => ok({ session: nobody, connection: noLine }),
    "settings.get": () => ok(settings),
  };
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    route: closedRouter(open, { log, failure: problem.failure }),
    cardRoute: () => Promise.resolve(failed(problem.failure)),
    start: nothing,
    quitWords: () => null,
    settings: () => settings,
    suspend: () => () => undefined,
    facts: () => ({ practice: false, kept: null }),
    standing: () => ({ staff: null, waiting: 0 }),
    noteLock: () => undefined,
    atWork: () => ({ busy: null, sinceChange: Infinity }),
    wake: () => undefined,
    stop: nothing,
  };
}
