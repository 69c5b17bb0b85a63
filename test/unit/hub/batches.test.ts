import { expect, it } from "vitest";
import { createBatches } from "../../../hub/database/batches.ts";

/** What waits while the first batch is under way, when that ends with `failure`. */
async function afterFailure(failure: Error): Promise<readonly string[]> {
  const first = Promise.withResolvers<undefined>();
  let turn = 0;
  const { add } = createBatches<string>(async () => {
    turn += 1;
    if (turn === 1) await first.promise;
  });
  const all = ["one", "two"].map((one) => add("key", one));
  first.reject(failure);
  const settled = await Promise.allSettled(all);
  return settled.map(({ status }) => status);
}

it("who waited while a connection hung does not wait for another one, and what else fails is only that batch's", async () => {
  expect(await afterFailure(new Error("Query read timeout"))).toEqual(["rejected", "rejected"]);
  expect(await afterFailure(new TypeError("x is not a function"))).toEqual(["rejected", "fulfilled"]);
});
