import { TestRunner } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** How many cases of a list the test went through; one where it says nothing. */
    cases?: number;
    /** How many cases it made up. */
    generated?: number;
  }
}

function add(what: "cases" | "generated", count: number): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta !== undefined) meta[what] = (meta[what] ?? 0) + count;
}

/**
 * Says that the test that runs went through that many cases of a list, for `npm run security`, which counts what ran. To be
 * called where the cases are over, so that one that broke off counts for nothing.
 */
export const counted = (count: number): void => add("cases", count);

/** The same of cases that were made up. fast-check's are counted by `count-properties.ts`. */
export const generated = (count: number): void => add("generated", count);

/** `npm run whole`, `npm run fuzz` and `npm run security` say how long they are. */
const isLong = process.env["FUZZ_TIMES"] !== undefined;

/** How many cases a property makes up that takes seconds for all of them: in `npm test` a fifth, the same ones each time. */
export const limitCases = (count: number): { readonly numRuns: number } => ({
  numRuns: isLong ? count : Math.ceil(count / 5),
});
