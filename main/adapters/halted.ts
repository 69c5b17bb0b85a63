import { fail } from "../../contract/failure.ts";
import type { StoreProblem } from "../../contract/routes.ts";

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
