import { afterEach, expect } from "vitest";
import { takeFaults } from "./spoken.ts";

// Of every end-to-end story: the focus never falls to the body, and each piece of news is said once.
afterEach(async () => {
  const faults = await takeFaults();
  expect(faults.join("\n")).toBe("");
});
