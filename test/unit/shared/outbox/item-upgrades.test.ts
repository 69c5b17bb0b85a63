import { expect, it } from "vitest";
import { fail } from "../../../../shared/core/failure.ts";
import { item, itemUpgrades } from "../../../../shared/outbox/item.ts";
import { readStored } from "../../../../shared/core/stored.ts";
import { say, sentences, type Saying } from "../../../../messages/saying.ts";
import { bookingItem } from "../../../support/store-records.ts";

const shape = { schema: item, upgrades: itemUpgrades };
const refused = say("failures.service.refused", { status: 409 });
const read = (v: number, why: Saying | null) => {
  const problem = why && fail("refused", why, { details: { status: 409 } });
  return readStored(shape, { v, ...bookingItem(1), status: "needs-editing", problem });
};

it.each([1, 2, 3])("of version %i, what a refusal said in words alone is a fact", (v) => {
  const why = sentences(refused, say("failures.nothingCreated"));
  expect(read(v, why)).toMatchObject({ problem: { why, details: { status: 409, nothingMade: true } } });
  expect(read(v, refused)).toMatchObject({ problem: { why: refused, details: { status: 409 } } });
  expect(read(v, refused)).not.toHaveProperty("problem.details.nothingMade");
  expect(read(v, null)).toMatchObject({ problem: null });
});
