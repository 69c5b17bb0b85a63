import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { RecordsNotice, StoreProblem } from "../../shared/desk/app-routes.ts";
import { say } from "../../messages/saying.ts";
import type { DeskOptions } from "./desk.ts";
import type { Handlers } from "../ipc/router.ts";
import type { StoreOrigin } from "../db/types.ts";
import { createWindowHandlers } from "./window-handlers.ts";

type AppRoute = Extract<keyof Handlers, `app.${string}` | `slip.${string}`>;

type Options = Pick<DeskOptions, "version" | "platform" | "window" | "about"> & {
  readonly origin: StoreOrigin;
  /** Why nothing is sent or saved any more; null while all is well. */
  readonly problem: () => StoreProblem | null;
  readonly notice: () => RecordsNotice;
  readonly onNoticeRead: () => void;
};

/** What the window needs to draw itself, and what only it can do. */
export const createAppHandlers = (options: Options): Pick<Handlers, AppRoute> => ({
  ...createWindowHandlers(options.window),
  "app.info": () =>
    ok({
      version: options.version,
      platform: options.platform,
      recordsKept: options.origin === "memory" ? "memory" : "disk",
      storeProblem: options.problem(),
      recordsNotice: options.notice(),
    }),
  "app.about": async () =>
    options.about === undefined
      ? failed(fail("not-found", say("failures.desk.noAbout")))
      : ok(await options.about()),
  "app.noticeRead": () => ok((options.onNoticeRead(), {})),
  "app.setRecordsAside": () => failed(fail("refused", say("failures.store.areOpen"))),
});
