import { cutPoints, type Cut, type Ending, type Rules } from "./proxy.ts";
import { pick } from "../kit/random.ts";

type RandomCuts = {
  readonly random: () => number;
  /** Of requests that are cut, from 0 to 1. */
  readonly probability: number;
  /** A request that hangs is only over when the desk gives it up. */
  readonly endings?: readonly Ending[];
};

/** Cuts that part of all requests, each at a point and in a way that the random numbers choose. */
export function randomCuts({ random, probability, endings = ["reset", "close"] }: RandomCuts): Rules {
  return {
    request: (): Cut | null =>
      random() < probability ? { at: pick(random, cutPoints), how: pick(random, endings) } : null,
  };
}
