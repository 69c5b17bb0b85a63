import { ok } from "../../contract/failure.ts";
import type { DeskWindow } from "../desk.ts";
import type { Handlers } from "../ipc/router.ts";

/** What only the window can do. */
export const windowHandlers = (
  window: DeskWindow,
): Pick<
  Handlers,
  "app.drawn" | "app.copy" | "app.print" | "app.flushed" | "app.openFile" | "app.saveFile"
> => ({
  "app.drawn": () => ok((window.drawn?.(), {})),
  "app.copy": ({ text }) => ok((window.copy(text), {})),
  "app.openFile": ({ kind }) => window.files?.open(kind) ?? ok({ file: null }),
  "app.saveFile": ({ kind, text }) => window.files?.save(kind, text) ?? ok({ name: null }),
  "app.print": () => window.print(),
  "app.flushed": ({ request, unsaved }) => ok((window.flushed(request, unsaved), {})),
});
