import { expect, it } from "vitest";
import { floodGate } from "../../hub/notices/flood.ts";

it("a flood to one address is stopped for ten seconds, and nobody else's notices with it", () => {
  let now = 0;
  const mayCome = floodGate(() => now);
  const taken = Array.from({ length: 20_000 }, () => mayCome("flooded")).filter(Boolean).length;
  expect(taken).toBe(12_000);
  expect(mayCome("other")).toBe(true);
  now = 9_999;
  expect(mayCome("flooded")).toBe(false);
  now = 10_000;
  expect(mayCome("flooded")).toBe(true);
});

it("a flood of addresses is forgotten rather than kept", () => {
  const mayCome = floodGate(() => 0);
  for (let at = 0; at < 30_000; at += 1) expect(mayCome(String(at))).toBe(true);
});
