import type { Chromium } from "./chromium/chromium-process.ts";
import type { Targets } from "./chromium/targets.ts";

/** What is there once Chromium runs. */
export interface Engine {
  readonly chromium: Chromium;
  readonly targets: Targets;
}
