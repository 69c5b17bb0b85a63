import { ok } from "../../contract/failure.ts";
import type { DeskWindow } from "../desk.ts";
import type { Handlers } from "../ipc/router.ts";

/** What only the window can do. */
export const windowHandlers = (
  window: DeskWindow,
): Pick<Handlers, "app.copy" | "app.print" | "app.flushed"> => ({
  "app.copy": ({ text }) => ok((window.copy(text), {})),
  "app.print": () => window.print(),
  "app.flushed": ({ request, unsaved }) => ok((window.flushed(request, unsaved), {})),
});
