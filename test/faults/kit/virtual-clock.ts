import type { Clock } from "../../../main/platform/ports.ts";

/** A clock that stands still until its next timer is run. */
export type VirtualClock = Clock & {
  /** The moment of the timer that is due next; null when none is set. */
  readonly nextAt: () => number | null;
  /** Moves on to the timer that is due next, and runs it; of two at one moment, the one that was set first. */
  readonly runNext: () => void;
  /** Moves on to that moment, before any timer that is due at it or later. */
  readonly moveTo: (moment: number) => void;
};

/** The moment at which every run begins. */
const start = Date.parse("2026-03-02T15:00:00.000Z");

export function virtualClock(): VirtualClock {
  let passed = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const timer: Clock["limits"] = {
    monotonic: () => passed,
    after: (milliseconds, run) => {
      const one = { at: passed + Math.max(0, milliseconds), run };
      const place = timers.findIndex(({ at }) => at > one.at);
      timers.splice(place === -1 ? timers.length : place, 0, one);
      return () => {
        timers = timers.filter((other) => other !== one);
      };
    },
  };
  return {
    ...timer,
    now: () => new Date(start + passed),
    limits: timer,
    nextAt: () => timers[0]?.at ?? null,
    moveTo: (moment) => {
      passed = Math.max(passed, moment);
    },
    runNext: () => {
      const next = timers.shift();
      if (next === undefined) return;
      passed = next.at;
      next.run();
    },
  };
}
