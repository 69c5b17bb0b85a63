import type { Clock, Log } from "../platform/ports.ts";

/** A page that breaks again within so many milliseconds is not loaded again unasked. */
const soon = 60_000;

type Parts = {
  readonly clock: Pick<Clock, "after" | "monotonic">;
  readonly log: Log;
  readonly reload: () => void;
  /** True to load the page again, false to quit. */
  readonly ask: () => Promise<boolean>;
  /** True when the program ends; false when a person stays after all. */
  readonly quit: () => Promise<boolean>;
};

/** Chromium's own words for how a page ended. */
export type GoneReason =
  | "abnormal-exit"
  | "killed"
  | "crashed"
  | "oom"
  | "launch-failed"
  | "integrity-failure"
  | "memory-eviction";

/**
 * What becomes of a page that broke. It is loaded again, and offers the drafts that main has saved; where that
 * does not last, a person decides. `reason` is Chromium's own word, such as `crashed` or `oom`.
 */
export function createPageRecovery({
  clock,
  log,
  reload,
  ask,
  quit,
}: Parts): (reason: GoneReason) => Promise<void> {
  let last: number | null = null;
  return async (reason) => {
    const isAgain = last !== null && clock.monotonic() - last < soon;
    last = clock.monotonic();
    log.warn("window.gone", { reason, isAgain });
    // In a turn of its own: the page must not be loaded from within the event that says it is gone.
    if (!isAgain) clock.after(0, reload);
    // Who stays needs a page, and nobody asks again by itself.
    else if ((await ask()) || !(await quit())) reload();
  };
}
