import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const renderer = join(import.meta.dirname, "..", "..", "..", "renderer");

/** What a style sheet lets change over time, one for each `transition`. */
const transitionsOf = (sheet: string): string[] =>
  [...sheet.matchAll(/\btransition(?:-property)?:([^;}]*)/g)].map(([, value = ""]) => value.trim());

/** One property, of one side: `border-color` is four. */
const isOne = (transition: string): boolean =>
  !transition.includes(",") && !/^(?:all|border(?!-\w+-)|inset|margin\b|padding\b)/.test(transition);

it("no element changes two properties over time: React Aria would keep it once it is gone", () => {
  const found = globSync("**/*.css", { cwd: renderer }).flatMap((name) =>
    transitionsOf(readFileSync(join(renderer, name), "utf8")),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((each) => !isOne(each))).toEqual([]);
  expect(
    ["all 1s", "color 1s, opacity 1s", "border-color 1s", "opacity 1s", "border-top-color 1s"].map(isOne),
  ).toEqual([false, false, false, true, true]);
});
