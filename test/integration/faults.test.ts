import { describe, expect, it } from "vitest";
import { faults } from "../faults/index.ts";
import { isFine } from "../faults/row.ts";
import { seed } from "../support/seed.ts";

/** A share of what `npm run faults` runs in full. */
const shared = faults.filter(({ testShare }) => testShare > 0);

describe.each(shared.map(({ fault, testShare }) => ({ ...fault, testShare })))("$id, $title", (fault) => {
  it(
    `loses nothing, makes nothing twice, says nothing false, asks seldom (seed ${seed})`,
    { timeout: 240_000 },
    async () => {
      const row = await fault.run({ share: fault.testShare, seed, long: false });
      expect(row.cases).toBeGreaterThan(0);
      expect(row).toMatchObject({ lost: 0, doubled: 0, falseWords: 0, problems: [] });
      expect(isFine(row, fault), `${row.requestsASecond} requests a second`).toBe(true);
    },
  );
});
