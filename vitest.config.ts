import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readDeskRules } from "./scripts/desk-rules.ts";
import { TestSummary } from "./scripts/test-summary.ts";
import { compileWords } from "./scripts/words.ts";
import { enterRunFolder } from "./scripts/run-folder.ts";

// What the tests start, and the tests themselves, import the compiled catalogue.
compileWords();

// Node keeps what it compiled: hundreds of processes load the same code, and loading it is half of their start.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "node");

enterRunFolder();

/**
 * How long anything may take on a busy computer, in milliseconds. Who waits goes on as soon as it is there, so only a
 * failure takes this long; a test sets a limit of its own only where the limit is what it tests.
 */
const limits = { expect: { poll: { timeout: 60_000 } }, testTimeout: 120_000, hookTimeout: 120_000 };

/** One and a half a core: much of what is tested waits for sockets, disks and other processes, and more are late for each other. */
const maxWorkers = Math.ceil(availableParallelism() * 1.5);

/** The suites whose files take longest come first, so that at the end quick ones fill every core. */
const order = [
  "whole",
  "instruments",
  "faults",
  "e2e",
  "integration",
  "hub",
  "fuzz",
  "host",
  "component",
  "unit",
];

/** All suites share the workers. Within a suite vitest goes by what a file took the last time, or by its size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification): number => order.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Pure code with nothing of its own in the process: its files share threads and what is loaded. */
const shared = { pool: "threads", isolate: false } as const;

/** Its files share processes and what is loaded there: whatever a file starts, it ends. */
const together = { isolate: false } as const;

const faults = ["test/integration/faults.test.ts", "test/integration/soak.test.ts"];
/** Starts and ends of the Chromium host, one after the other. The app's own are end-to-end tests. */
const hostLives = "tools/chromium-host/test/lifecycle.test.ts";

/** A test that holds a rule of the desk carries the rule's id as a tag; one that no test states as a rule is an error. */
const tags = readDeskRules().map(({ id }) => ({ name: id }));

/** `npm run fuzz` is as long as it is asked to be. */
const asked = process.env["FUZZ_TIMES"] === undefined ? {} : { testTimeout: 86_400_000 };

/** What fast-check makes up begins with one seed, and is counted. */
const setupFiles = ["test/support/count-properties.ts"];

/** The suites. `npm test` runs all but `whole` and `instruments`, `npm run whole` all of them, and `npm run check` `unit` alone. */
export default defineConfig({
  test: {
    tags,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new TestSummary()],
    projects: [
      {
        test: {
          ...limits,
          ...shared,
          maxWorkers,
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}"],
          setupFiles,
        },
      },
      {
        test: {
          ...limits,
          // A window is made once a thread; each test draws into it anew.
          ...shared,
          maxWorkers,
          name: "component",
          include: ["test/component/**/*.test.tsx"],
          setupFiles: [...setupFiles, "test/component/setup.ts"],
          environment: "happy-dom",
        },
      },
      {
        test: {
          ...limits,
          ...together,
          maxWorkers,
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          exclude: faults,
          setupFiles,
        },
      },
      // What a fault leaves behind is its own.
      {
        test: { ...limits, maxWorkers, name: "faults", include: faults, setupFiles },
      },
      // A process a file: what it takes of memory is its own.
      {
        test: {
          ...limits,
          maxWorkers,
          ...asked,
          name: "fuzz",
          include: ["test/fuzz/**/*.test.ts"],
          // The longest of them: `npm run fuzz` and `npm run security` alone. In `npm test` unit/ipc/router asks each route.
          exclude: process.env["FUZZ_TIMES"] === undefined ? ["test/fuzz/routes.test.ts"] : [],
          setupFiles,
        },
      },
      {
        test: {
          ...limits,
          ...together,
          ...asked,
          maxWorkers,
          name: "hub",
          include: ["test/hub/**/*.test.ts"],
          setupFiles,
          globalSetup: ["test/hub/support/cluster.ts"],
        },
      },
      {
        test: {
          ...limits,
          ...together,
          maxWorkers,
          name: "host",
          include: ["tools/chromium-host/test/**/*.test.ts"],
          exclude: [hostLives],
        },
      },
      // Each app has a profile, a bus with its keychain, and ports of its own.
      {
        test: {
          ...limits,
          ...together,
          maxWorkers,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          setupFiles: ["test/support/spoken-rule.ts"],
        },
      },
      // Other people's programs that judge the description of the service, hundreds of packages: `npm run instruments`.
      {
        test: {
          ...limits,
          maxWorkers,
          name: "instruments",
          include: ["test/instruments/*.test.ts"],
          globalSetup: ["test/instruments/install.ts"],
        },
      },
      // Every screen and dialog in every theme, at every size and in the pseudo-locale: `npm run whole` alone.
      {
        test: {
          ...limits,
          ...together,
          maxWorkers,
          name: "whole",
          include: ["test/whole/**/*.test.ts", hostLives],
          setupFiles: ["test/support/spoken-rule.ts"],
        },
      },
    ],
  },
});
