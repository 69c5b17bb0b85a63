import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plantedErrors } from "../../../support/sharing/planted.ts";
import { anyHistory, historiesNear } from "../../../support/sharing/histories.ts";
import { traces } from "../../../support/sharing/traces.ts";
import { played } from "../../../support/sharing/world.ts";

/** model/README.md says what HONEST, LETTER, EPOCH, STUCK and WRONG are. */
describe("who may send, over the real rules of desk and hub", () => {
  it("no history of crashes, copies, restores, lost and late messages doubles unknown to a person, sticks or misleads", () => {
    const holds = fc.property(anyHistory, (history) => {
      expect(played(history)).toEqual([]);
    });
    fc.assert(holds, { numRuns: 1_000 });
  });

  it.each(plantedErrors)("the rule holds where this would show: %s", (planted) => {
    expect(played(traces[planted])).toEqual([]);
  });

  it.each(plantedErrors)("the judge finds: %s", (planted) => {
    expect(played(traces[planted], planted)).not.toEqual([]);
    const near = historiesNear(traces[planted]);
    const found = fc.check(fc.property(near, (history) => played(history, planted).length === 0));
    expect(found.failed).toBe(true);
  });
});
