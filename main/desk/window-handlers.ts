import { ok } from "../../shared/core/failure.ts";
import type { DeskWindowPorts } from "./desk.ts";
import type { Handlers } from "../ipc/router.ts";

/** What only the window can do. */
export const createWindowHandlers = (
  window: DeskWindowPorts,
): Pick<
  Handlers,
  | "app.drawn"
  | "app.nextLink"
  | "app.copy"
  | "app.print"
  | "app.flushed"
  | "app.openFile"
  | "app.saveFile"
  | "slip.savePdf"
  | "slip.saveCalendar"
> => ({
  "app.drawn": () => ok((window.drawn?.(), {})),
  "app.nextLink": async () =>
    ok((await window.nextLink?.()) ?? { link: null, refused: null, left: 0, isLate: false }),
  "app.copy": ({ text }) => ok((window.copy(text), {})),
  "app.openFile": ({ kind }) => window.files?.open(kind) ?? ok({ file: null }),
  "app.saveFile": ({ kind, text }) => window.files?.save(kind, text) ?? ok({ name: null }),
  "app.print": ({ sheet }) => window.print(sheet),
  "slip.savePdf": (asked) => window.slips?.savePdf(asked) ?? ok({ name: null }),
  "slip.saveCalendar": (asked) => window.slips?.saveCalendar(asked) ?? ok({ name: null }),
  "app.flushed": ({ request, unsaved, place }) => ok((window.flushed(request, unsaved, place), {})),
});
