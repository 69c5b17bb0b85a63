import { randomBytes, randomUUID } from "node:crypto";
import type { Clock, RandomIds } from "./ports.ts";

const timer: Clock["limits"] = {
  monotonic: () => performance.now(),
  after: (milliseconds, callback) => {
    const timeout = setTimeout(callback, milliseconds);
    return () => clearTimeout(timeout);
  },
};

export const systemClock: Clock = { ...timer, now: () => new Date(), limits: timer };

export const systemRandom: RandomIds = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  fraction: () => Math.random(),
};
