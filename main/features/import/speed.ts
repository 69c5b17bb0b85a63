import type { Clock } from "../../platform/ports.ts";

/** Milliseconds that are looked back on, and the fewest that say anything. */
const window = 30_000;
const least = 2_000;

/** How quickly a count grows lately. */
export function createSpeedometer(clock: Pick<Clock, "monotonic">) {
  let seen: { readonly at: number; readonly count: number }[] = [];
  return {
    note: (count: number): void => {
      const at = clock.monotonic();
      const last = seen.at(-1);
      if (last !== undefined && at - last.at < 200) return;
      seen = [...seen.filter((each) => at - each.at <= window), { at, count }];
    },
    forget: (): void => {
      seen = [];
    },
    /** Whole seconds for so many more; null while nobody can tell. */
    secondsFor: (more: number): number | null => {
      const [first] = seen;
      const last = seen.at(-1);
      if (first === undefined || last === undefined) return null;
      const milliseconds = last.at - first.at;
      const grown = last.count - first.count;
      return milliseconds < least || grown < 3 ? null : Math.ceil((more * milliseconds) / grown / 1_000);
    },
  };
}

export type Speedometer = ReturnType<typeof createSpeedometer>;
