import { cutPointFault } from "./f1-cut-points.ts";
import { answerFault } from "./f2-answers.ts";
import { allAtOnceFault } from "./f8-all-at-once.ts";
import type { Fault } from "./row.ts";

/** A fault and the share of its cases that `npm test` runs; all together in less than 90 seconds. */
export type Registered = { readonly fault: Fault; readonly testShare: number };

/** Every fault, in the order in which they run. To add one, write its file and a line here. */
export const faults: readonly Registered[] = [
  { fault: cutPointFault, testShare: 0.5 },
  { fault: answerFault, testShare: 0.3 },
  { fault: allAtOnceFault, testShare: 0.06 },
];
