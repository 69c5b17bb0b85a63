import type { RandomIds } from "../../../main/platform/ports.ts";
import { systemRandom } from "../../../main/platform/system.ts";

/** Numbers that are the same for the same seed: from 0 up to, not including, 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of them; the list may not be empty. */
export function pick<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new RangeError("There is nothing to pick from.");
  return found;
}

/** Names stay unique in the world; the jitter follows the seed. */
export const seededIds = (random: () => number): RandomIds => ({ ...systemRandom, fraction: random });
