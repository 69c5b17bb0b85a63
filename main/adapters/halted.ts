import { fail, failed } from "../../contract/failure.ts";
import { isRouteName, type RouteName, type StoreProblem } from "../../contract/routes.ts";
import type { Route } from "../ipc/router.ts";

/** What another copy of the records means for this one. */
export const otherCopyProblem = (): StoreProblem => ({
  kind: "other-copy",
  failure: fail(
    "busy",
    "Another copy of these records is in use, so nothing more is sent from this one. Nothing was deleted. The copy that was opened last goes on. Close this window, and start again only where you want to go on working: bookings that were not sent from here by then need checking first, since the other copy may have booked them.",
    { next: "none" },
  ),
  files: [],
  maySetAside: false,
});

/** What the window may ask for while the records do not open: to say so, and to start anew. */
const answeredAnyway: ReadonlySet<RouteName> = new Set<RouteName>([
  "app.info",
  "app.copy",
  "app.print",
  "app.flushed",
  "app.setRecordsAside",
  "session.get",
  "settings.get",
]);

/** The routes over records that did not open: nothing is taken in, since it would be kept nowhere. */
export const closedRoute =
  (route: Route, { failure }: StoreProblem): Route =>
  async (name, input) =>
    isRouteName(name) && !answeredAnyway.has(name) ? failed(failure) : route(name, input);
