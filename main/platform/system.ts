import { randomBytes, randomUUID } from "node:crypto";
import type { Clock, RandomIds } from "./ports.ts";

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const systemRandom: RandomIds = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  fraction: () => Math.random(),
};
