import type { Clock } from "../../../main/platform/ports.ts";
import { systemClock } from "../../../main/platform/system.ts";

/**
 * A clock whose waits are that many times shorter: a backoff of a minute is over in a second at 60. Wall
 * time stays the computer's own, and so does what limits the work of others.
 */
export function fastClock(factor: number): Clock {
  const start = systemClock.monotonic();
  return {
    now: systemClock.now,
    monotonic: () => start + (systemClock.monotonic() - start) * factor,
    after: (milliseconds, callback) => systemClock.after(milliseconds / factor, callback),
    limits: systemClock.limits,
  };
}
