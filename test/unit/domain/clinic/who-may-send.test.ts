import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plantedErrors } from "../../../support/sharing/planted.ts";
import { anyHistory } from "../../../support/sharing/steps.ts";
import { played } from "../../../support/sharing/world.ts";

/** model/README.md says what HONEST, LETTER, EPOCH, STUCK and WRONG are. */
describe("who may send, over the real rules of desk and hub", () => {
  it("no history of crashes, copies, restores, lost and late messages books twice unless a person knew, sticks or misleads", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        expect(played(history)).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each(plantedErrors)("the judge finds: %s", (planted) => {
    const details = fc.check(
      fc.property(anyHistory, (history) => played(history, planted).length === 0),
      { numRuns: 200_000, seed: 78, endOnFailure: true },
    );
    expect(details.failed).toBe(true);
  });
});
