import type { Clock } from "../../../main/platform/ports.ts";
import { systemClock } from "../../../main/platform/system.ts";
import { brisk } from "./clinic-desks.ts";

/** The computer's clock, wrong by so many milliseconds, and moved on at will: time that passes in a moment. Its waits are short. */
export function setClock(wrongBy = 0): Clock & { readonly pass: (milliseconds: number) => void } {
  let passed = 0;
  const monotonic = (): number => systemClock.monotonic() + passed;
  return {
    now: () => new Date(systemClock.now().getTime() + wrongBy + passed),
    monotonic,
    after: brisk.after,
    limits: { monotonic, after: systemClock.after },
    pass: (milliseconds) => void (passed += milliseconds),
  };
}
