import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compileWords } from "./scripts/words.ts";

// What the tests start, and the tests themselves, import the compiled catalogue.
compileWords();

/** How long what is waited for may take on a busy computer, in milliseconds. */
const expect = { poll: { timeout: 10_000 } };

/** The longest file begins first, so that no worker waits for it at the end: vitest goes by size until it has run once. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith("/integration/faults.test.ts");
    return (await super.sort(files)).toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

/** The suites, from quick to slow. `npm test` runs them all; `npm run check` only `unit`. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.{ts,tsx}"],
          expect,
          testTimeout: 15_000,
          // Pure code with nothing of its own in the process: the tests share two threads and what is loaded.
          pool: "threads",
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "component",
          include: ["test/component/**/*.test.tsx"],
          setupFiles: ["test/component/setup.ts"],
          environment: "happy-dom",
          expect,
          testTimeout: 15_000,
          // A window is made once a thread; each test draws into it anew.
          pool: "threads",
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          expect,
          // Much of it waits for sockets, disks and clocks.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "host",
          include: ["tools/chromium-host/test/**/*.test.ts"],
          expect,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          expect,
          // Each app has a profile, a bus with its keychain, and ports of its own.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
