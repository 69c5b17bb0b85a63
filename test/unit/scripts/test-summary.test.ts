import { describe, expect, it } from "vitest";
import { summarize, type FileOutcome, type TestOutcome } from "../../../scripts/test-summary.ts";

const test = (change: Partial<TestOutcome>): TestOutcome => ({
  suite: "unit",
  file: "test/unit/a.test.ts",
  name: "a test",
  state: "passed",
  milliseconds: 10,
  retries: 0,
  reason: "",
  generated: 0,
  ...change,
});
const file = (change: Partial<FileOutcome>): FileOutcome => ({
  suite: "unit",
  file: "test/unit/a.test.ts",
  milliseconds: 1_000,
  isBroken: false,
  ...change,
});

describe("the summary of a run", () => {
  it("counts a file that could not be loaded, and an error outside of every test, as failures", () => {
    const summary = summarize([test({}), test({ state: "failed" })], [file({ isBroken: true })], 2);
    expect(summary).toMatchObject({ passed: 1, failed: 4, skipped: 0 });
  });

  it("names the slowest files and tests, and what each suite took", () => {
    const files = [
      file({ file: "test/e2e/quick.test.ts", suite: "e2e", milliseconds: 2_000 }),
      file({ file: "test/e2e/slow.test.ts", suite: "e2e", milliseconds: 31_240 }),
      file({}),
    ];
    const { lines } = summarize([test({ name: "the slow one", milliseconds: 4_321 }), test({})], files, 0);
    expect(lines).toContain("Seconds by suite, workers added up: e2e 33, unit 1");
    expect(lines).toContain(
      "Slowest files: e2e/slow.test.ts 31.2 s, e2e/quick.test.ts 2.0 s, unit/a.test.ts 1.0 s",
    );
    expect(lines.find((line) => line.startsWith("Slowest tests"))).toMatch(
      /^Slowest tests: “the slow one” 4\.3 s/,
    );
  });

  it("says that nothing was retried, or what was", () => {
    expect(summarize([test({})], [], 0).lines).toContain("Retried: none");
    expect(summarize([test({ retries: 1, name: "the shy one" })], [], 0).lines).toContain(
      "Retried: the shy one",
    );
  });

  it("counts what is skipped by its reason, also where none is given", () => {
    const skipped = ["Linux alone", "Linux alone", "", "root alone", "PowerShell"].map((reason) =>
      test({ state: "skipped", reason }),
    );
    const { lines } = summarize(skipped, [], 0);
    expect(lines.slice(lines.indexOf("Skipped here: 5"))).toEqual([
      "Skipped here: 5",
      "  2: Linux alone",
      "  1: no reason given",
      "  2: other reasons, in test/output/summary.json",
    ]);
  });

  it("adds up what was made up", () => {
    expect(summarize([test({ generated: 900 }), test({ generated: 1_100 })], [], 0).lines[0]).toMatch(
      /2,000 cases$/,
    );
  });

  it("takes ten lines at most, with the one that says how long it took", () => {
    const skipped = ["a", "b", "c", "d", "e"].map((reason) => test({ state: "skipped", reason }));
    expect(summarize(skipped, [file({})], 0).lines.length).toBeLessThanOrEqual(9);
  });
});
