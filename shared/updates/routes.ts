import { updatesState } from "./updates.ts";
import { defineRoute } from "../core/define-route.ts";
import { nothing } from "../core/nothing.ts";

/** The program's own updates. What is answered is how it stands; `updates.changed` events tell how it goes on. */
export const updatesRoutes = {
  "updates.get": defineRoute({
    input: nothing,
    output: updatesState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Looks for a newer version now. Does nothing while it is looked for or downloaded, or where there are no updates. */
  "updates.check": defineRoute({
    input: nothing,
    output: updatesState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Downloads the version that was found. */
  "updates.download": defineRoute({
    input: nothing,
    output: updatesState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * Leaves the program as quitting does, with the same questions, and starts the new version. Fails with `busy` while
   * something is under way that should not be interrupted, and with `refused` where nothing is ready.
   */
  "updates.restart": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;
