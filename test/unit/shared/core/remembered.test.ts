import { expect, it } from "vitest";
import { memoize } from "../../../../shared/core/remembered.ts";

it("asks once for a key, also where the answer is null, and keys are told apart", () => {
  const asked: string[] = [];
  const known = memoize<string | null>(10);
  const ask = (key: string, answer: string | null) =>
    known(key, () => {
      asked.push(key);
      return answer;
    });
  expect([ask("a", "1"), ask("b", null), ask("a", "2"), ask("b", "3")]).toEqual(["1", null, "1", null]);
  expect(asked).toEqual(["a", "b"]);
});

it("holds no more than it may, and answers rightly after it has begun anew", () => {
  let asked = 0;
  const known = memoize<number>(3);
  for (let round = 0; round < 2; round += 1)
    for (let key = 0; key < 4; key += 1)
      expect(
        known(String(key), () => {
          asked += 1;
          return key;
        }),
      ).toBe(key);
  expect(asked).toBeGreaterThan(4);
});

it("remembers nothing of what threw", () => {
  const known = memoize<number>(3);
  expect(() =>
    known("a", () => {
      throw new Error("not now");
    }),
  ).toThrow("not now");
  expect(known("a", () => 7)).toBe(7);
});
