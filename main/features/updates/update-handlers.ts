import { fail, failed, ok } from "../../../shared/core/failure.ts";
import type { UpdatesState } from "../../../shared/updates/updates.ts";
import { say } from "../../../messages/saying.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";

type UpdateRoute = Extract<keyof Handlers, `updates.${string}`>;

/** Where nobody looks after updates: tests, and a desk without its program. */
const none = (version: string): UpdatesState => ({
  running: version,
  why: "source",
  phase: "idle",
  version: null,
  notes: null,
  percent: null,
  isHeld: false,
  checkedAt: null,
  failure: null,
});

/** The program's own updates, as the window asks for them. */
export function createUpdateHandlers({
  version,
  updates,
}: Pick<DeskOptions, "version" | "updates">): Pick<Handlers, UpdateRoute> {
  return {
    "updates.get": () => ok(updates?.state() ?? none(version)),
    "updates.check": () => ok(updates?.check() ?? none(version)),
    "updates.download": () => ok(updates?.download() ?? none(version)),
    "updates.restart": () =>
      updates?.restart() ?? failed(fail("refused", say("failures.updates.nothingReady"))),
  };
}
