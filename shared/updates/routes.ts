import { updatesState } from "./updates.ts";
import { nothing } from "../core/nothing.ts";

/** The program's own updates. What is answered is how it stands; `updates.changed` events tell how it goes on. */
export const updatesRoutes = {
  "updates.get": { input: nothing, output: updatesState },
  /** Looks for a newer version now. Does nothing while it is looked for or downloaded, or where there are no updates. */
  "updates.check": { input: nothing, output: updatesState },
  /** Downloads the version that was found. */
  "updates.download": { input: nothing, output: updatesState },
  /**
   * Leaves the program as quitting does, with the same questions, and starts the new version. Fails with `busy` while
   * something is under way that should not be interrupted, and with `refused` where nothing is ready.
   */
  "updates.restart": { input: nothing, output: nothing },
} as const;
