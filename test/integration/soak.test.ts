import { expect, it } from "vitest";
import { hourAtRest, hourOf, outages } from "../soak/outage.ts";
import type { Check } from "../soak/check.ts";
import { seed } from "../support/seed.ts";

/** The short form of `npm run soak`: what needs no quiet computer and is quick. */

const broken = (checks: readonly Check[]): readonly Check[] => checks.filter(({ isKept }) => !isKept);
it.each(outages.filter(({ isShort }) => isShort))(
  "$name, for $items: it costs little while it lasts, keeps little, and leaves nothing undone",
  async (outage) => expect(broken(await hourOf(outage, seed))).toEqual([]),
);

it("an hour at rest costs a request a minute, and writes nothing that did not change", async () => {
  expect(broken(await hourAtRest(seed))).toEqual([]);
});
