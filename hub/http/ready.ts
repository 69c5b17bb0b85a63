import { Unserved } from "../database/errors.ts";

/** Milliseconds between two looks, whoever asks, and the longest that one who asks waits. */
const every = 1_000;
const patience = 2_000;

const tooSlow = (): Unserved => new Unserved("a write was not committed within two seconds", false);

/** Settles with it, or rejects after so many milliseconds. */
async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooSlow()), Math.max(0, milliseconds));
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether pushes are taken, as a load balancer has to know it: `write` commits as a push does. One at a time, and one a second, serves all
 * who ask. Rejects where it fails or hangs.
 */
export function createReadinessProbe(write: () => Promise<unknown>): () => Promise<void> {
  let begunAt = -Infinity;
  let isUnderWay = false;
  let last: Promise<unknown> = Promise.resolve();
  return async () => {
    if (!isUnderWay && performance.now() - begunAt >= every) {
      begunAt = performance.now();
      isUnderWay = true;
      last = write().finally(() => (isUnderWay = false));
      // Whoever asks is told; when nobody does any more, it must not end the process.
      last.catch(() => undefined);
    }
    await within(last, begunAt + patience - performance.now());
  };
}
