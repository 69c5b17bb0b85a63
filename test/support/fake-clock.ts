import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, RandomIds } from "../../main/platform/ports.ts";
import { idOf } from "./store-records.ts";

export type FakeClock = Clock & {
  /** Lets that many milliseconds pass: timers run in order, and all that each sets off comes to its end. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** That many milliseconds are over before any timer ran: a busy program. */
  readonly skip: (milliseconds: number) => void;
  /** Somebody sets the computer's clock; measured time goes on as before. */
  readonly setWall: (instant: string) => void;
  /** Timers that are still to run. */
  readonly pending: () => number;
};

/** Ends whatever is under way and waits for nothing but promises. */
export const settle = (): Promise<void> => nextTurn();

/** A clock that stands still until it is told otherwise. */
export function fakeClock(start: string): FakeClock {
  let wall = Date.parse(start);
  let passed = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const move = (to: number): void => {
    wall += to - passed;
    passed = to;
  };
  const timer: Clock["limits"] = {
    monotonic: () => passed,
    after: (milliseconds, run) => {
      const one = { at: passed + milliseconds, run };
      timers.push(one);
      return () => {
        timers = timers.filter((other) => other !== one);
      };
    },
  };
  return {
    ...timer,
    now: () => new Date(wall),
    limits: timer,
    advance: async (milliseconds) => {
      const end = passed + milliseconds;
      await settle();
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        move(Math.max(passed, next.at));
        next.run();
        await settle();
      }
      move(end);
    },
    skip: (milliseconds) => move(passed + milliseconds),
    setWall: (instant) => {
      wall = Date.parse(instant);
    },
    pending: () => timers.length,
  };
}

/** Names that tell their number, and jitter that is always the same fraction. */
export function fakeRandom(fraction = 0.5): RandomIds {
  let count = 0;
  return {
    uuid: () => idOf((count += 1)),
    bytes: (length) => Uint8Array.from({ length }, () => (count += 1) % 256),
    fraction: () => fraction,
  };
}
