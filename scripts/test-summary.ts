import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { seed } from "../test/support/seed.ts";

const root = join(import.meta.dirname, "..");
/** Where `scripts/test.mjs` reads what the run came to. */
export const summaryFile = join(root, "test", "output", "summary.json");

/** One test, as the summary needs it. */
export type TestOutcome = {
  readonly suite: string;
  /** From the root of the project, with slashes. */
  readonly file: string;
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped" | "pending";
  readonly milliseconds: number;
  readonly retries: number;
  /** Why it was skipped; empty where it does not say so. */
  readonly reason: string;
  /** How many cases it made up. */
  readonly generated: number;
};

/** A file, with all that it took: its imports, its hooks and its tests. */
export type FileOutcome = {
  readonly suite: string;
  readonly file: string;
  readonly milliseconds: number;
  /** It could not be loaded, so that its tests are not known. */
  readonly isBroken: boolean;
};

export type Summary = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** At most ten lines for a person. */
  readonly lines: readonly string[];
};

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Groups by a key, the largest value first. */
function rank<T>(all: readonly T[], keyOf: (one: T) => string, valueOf: (one: T) => number) {
  const totals = new Map<string, number>();
  for (const one of all) totals.set(keyOf(one), (totals.get(keyOf(one)) ?? 0) + valueOf(one));
  return [...totals].toSorted(([, one], [, other]) => other - one);
}

/** What a run came to. `unhandled`: errors outside of every test; each counts as a failure. */
export function summarize(
  tests: readonly TestOutcome[],
  files: readonly FileOutcome[],
  unhandled: number,
): Summary {
  const count = (state: TestOutcome["state"]): number => tests.filter((test) => test.state === state).length;
  const broken = files.filter(({ isBroken }) => isBroken).length;
  const skipped = tests.filter(({ state }) => state === "skipped" || state === "pending");
  const suites = rank(
    files,
    ({ suite }) => suite,
    ({ milliseconds }) => milliseconds,
  );
  const slowFiles = files.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5);
  const slowTests = tests.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 3);
  const retried = tests.filter(({ retries }) => retries > 0);
  const reasons = rank(
    skipped,
    ({ reason }) => (reason === "" ? "no reason given" : reason),
    () => 1,
  );
  const told = reasons.slice(0, 2).map(([reason, number]) => `  ${number}: ${reason}`);
  const untold = sum(reasons.slice(2).map(([, number]) => number));
  return {
    passed: count("passed"),
    failed: count("failed") + broken + unhandled,
    skipped: skipped.length,
    lines: [
      `Generated input: seed ${seed} (TEST_SEED names another), ${sum(tests.map(({ generated }) => generated)).toLocaleString("en-US")} cases`,
      `Seconds by suite, workers added up: ${suites.map(([suite, total]) => `${suite} ${Math.round(total / 1_000)}`).join(", ")}`,
      `Slowest files: ${slowFiles.map(({ file, milliseconds }) => `${file.replace(/^test\//, "")} ${inSeconds(milliseconds)}`).join(", ")}`,
      `Slowest tests: ${slowTests.map(({ name, milliseconds }) => `“${shorten(name, 60)}” ${inSeconds(milliseconds)}`).join(", ")}`,
      `Retried: ${retried.length === 0 ? "none" : retried.map(({ name }) => shorten(name, 60)).join(", ")}`,
      ...(skipped.length === 0 ? ["Skipped here: none"] : [`Skipped here: ${skipped.length}`, ...told]),
      ...(untold === 0
        ? []
        : [`  ${untold}: other reasons, in ${relative(root, summaryFile).replaceAll("\\", "/")}`]),
    ],
  };
}

/** Vitest's reporter (vitest.config.ts): writes the summary, and each skipped test with its reason, as JSON. */
export class TestSummary implements Reporter {
  #planned: readonly TestSpecification[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#planned = specifications;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const nameOf = (path: string): string => relative(root, path).replaceAll("\\", "/");
    const files = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic();
      return {
        suite: module.project.name,
        file: nameOf(module.moduleId),
        milliseconds: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
        isBroken: module.errors().length > 0,
      };
    });
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => outcomeOf(test, nameOf(module.moduleId))),
    );
    // A worker that died took its file with it.
    const missing = this.#planned.length - modules.length;
    const summary = summarize(tests, files, unhandled.length + Math.max(0, missing));
    mkdirSync(dirname(summaryFile), { recursive: true });
    const skipped = tests
      .filter(({ state }) => state === "skipped" || state === "pending")
      .map(({ file, name, reason }) => ({ file, name, reason }));
    writeFileSync(summaryFile, JSON.stringify({ ...summary, skippedTests: skipped }, null, 2));
  }
}

function outcomeOf(test: TestCase, file: string): TestOutcome {
  const result = test.result();
  const diagnostic = test.diagnostic();
  // What test/support/cases.ts counts.
  const generated = Number(Reflect.get(test.meta(), "generated") ?? 0);
  return {
    suite: test.project.name,
    file,
    name: test.fullName,
    state: result.state,
    milliseconds: diagnostic?.duration ?? 0,
    retries: diagnostic?.retryCount ?? 0,
    // What test/support/only-with.ts notes, or what was said to `skip` within the test.
    reason: String(
      Reflect.get(test.meta(), "skipped") ?? (result.state === "skipped" ? result.note : null) ?? "",
    ),
    generated,
  };
}
