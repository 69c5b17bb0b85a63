import type { Clock } from "../../platform/ports.ts";

/** Milliseconds between two looks. */
export const idleCheckInterval = 5_000;

type Options = {
  /** Whole seconds since the last key or mouse, anywhere on the computer. */
  readonly idleSeconds: () => number;
  /** Minutes after which to lock; 0: never, now. */
  readonly minutes: () => number;
  readonly lock: () => void;
  readonly clock: Pick<Clock, "after">;
};

/** Locks the desk that nobody is at. Answers how to stop. */
export function watchIdle({ idleSeconds, minutes, lock, clock }: Options): () => void {
  let cancel = (): void => undefined;
  const look = (): void => {
    const after = minutes() * 60;
    if (after > 0 && idleSeconds() >= after) lock();
    cancel = clock.after(idleCheckInterval, look);
  };
  cancel = clock.after(idleCheckInterval, look);
  return () => cancel();
}
