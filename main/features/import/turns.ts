import type { Clock } from "../../platform/ports.ts";

/** Milliseconds of work after which everybody else has a turn. */
const longest = 6;

/**
 * Long work in slices: called between two pieces, it answers null while there is time left, else what to wait for.
 */
export function createTurns(clock: Pick<Clock, "monotonic">): () => Promise<void> | null {
  let begun = clock.monotonic();
  return () => {
    if (clock.monotonic() - begun < longest) return null;
    return new Promise((resolve) => {
      setImmediate(() => {
        begun = clock.monotonic();
        resolve();
      });
    });
  };
}
