import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, startApp, type TestApp } from "../support/app.ts";
import { firstScriptSize, firstScripts } from "../support/first-script.ts";

/**
 * What must not grow unseen, and can be told without a clock. Whoever needs more says why, here;
 * `npm run bench -- script memory` measures both beside others.
 */

/** Bytes of the first script, compressed: React's hello world (68 kB) and 100 kB. */
const scriptBudget = 168_000;
/** Megabytes of main's JavaScript, its heap and what hangs on it, once the first screen stands. */
const memoryBudget = 80;

const page = join(root, "dist", "renderer", "index.html");
let desk: TestApp;
beforeAll(async () => {
  desk = await startApp();
});
afterAll(() => desk.dispose());

test("the desk window's first script stays small: a library that is loaded at once is noticed", () => {
  expect(firstScripts(page).length).toBeGreaterThan(0);
  expect(firstScriptSize(page)).toBeGreaterThan(50_000);
  expect(firstScriptSize(page)).toBeLessThan(scriptBudget);
});

test("main stays small at the start: what is rarely used is not loaded, and nothing is read ahead", async () => {
  await desk.page.getByRole("textbox").first().waitFor();
  const { heapTotal, external } = await desk.app.evaluate(() => process.memoryUsage());
  expect((heapTotal + external) / 1_048_576).toBeLessThan(memoryBudget);
});
