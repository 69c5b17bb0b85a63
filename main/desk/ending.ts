import type { Clock, Log } from "../platform/ports.ts";
import { waitAtMost } from "../platform/within.ts";

/** Milliseconds that the keychain has at the end, when the requests under way have used up the grace. */
const shortWait = 250;

type Options = {
  readonly clock: Clock;
  readonly log: Log;
  /** Begins nothing more. */
  readonly rest: () => void;
  /** Requests under way have so many milliseconds to be answered. */
  readonly sent: (grace: number) => Promise<void>;
  /** Nobody waits for the keychain any more. */
  readonly release: () => void;
  /** Each has what is left of the grace, one after the other. */
  readonly last: readonly (() => Promise<unknown>)[];
  readonly close: () => void;
};

/** Begins a piece of work so that whatever it throws is a rejection. */
const attempt = async (work: () => Promise<unknown>): Promise<unknown> => work();

/** The end of the desk. Whoever asks again waits for the one end. */
export function createShutdown({
  clock: { limits },
  log,
  rest,
  sent,
  release,
  last,
  close,
}: Options): (grace?: number) => Promise<void> {
  let ended: Promise<void> | null = null;
  const failed = (error: unknown): void => log.error("desk.not-ended", error);
  async function end(grace: number): Promise<void> {
    const at = limits.monotonic() + grace;
    rest();
    const cancel = limits.after(grace, release);
    await attempt(() => sent(grace)).catch(failed);
    cancel();
    release();
    for (const work of last) {
      const milliseconds = Math.max(shortWait, at - limits.monotonic());
      // The records are closed all the same, and those after it have their turn.
      await waitAtMost(attempt(work), { clock: limits, milliseconds }).catch(failed);
    }
    close();
  }
  return (grace = 0) => (ended ??= end(grace));
}
