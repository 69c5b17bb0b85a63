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

/** Names, keys and jitter that all follow the seed. */
export function seededRandom(seed: number): RandomIds {
  const fraction = seeded(seed);
  const bytes = (length: number): Uint8Array =>
    Uint8Array.from({ length }, () => Math.floor(fraction() * 256));
  return {
    fraction,
    bytes,
    uuid: () => {
      const hex = Buffer.from(bytes(16)).toString("hex");
      const variant = (8 + (parseInt(hex.charAt(16), 16) % 4)).toString(16);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `${variant}${hex.slice(17, 20)}`,
        hex.slice(20),
      ].join("-");
    },
  };
}
