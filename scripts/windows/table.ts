import { z } from "zod";

const reportedTest = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()),
  /** `skipped` is why: `test/support/only-with.ts`. */
  meta: z.object({ skipped: z.string().optional() }),
});
const reportedFile = z.object({
  name: z.string(),
  status: z.string(),
  /** What went wrong outside of its tests. */
  message: z.string(),
  assertionResults: z.array(reportedTest),
});
/** What came of a run, as vitest's JSON reporter writes it. */
export const report = z.object({ success: z.boolean(), testResults: z.array(reportedFile) });

type ReportedTest = z.infer<typeof reportedTest>;
type ReportedFile = z.infer<typeof reportedFile>;

type Row = {
  readonly suite: string;
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
};

const columns = ["suite", "tests", "passed", "failed", "skipped"] as const satisfies readonly (keyof Row)[];

const isPassed = ({ status }: ReportedTest): boolean => status === "passed";
const isFailed = ({ status }: ReportedTest): boolean => status === "failed";
const isSkipped = (test: ReportedTest): boolean => !isPassed(test) && !isFailed(test);

/** It did not load, or something went wrong outside of its tests: no test of it says so. */
const failedOutside = (file: ReportedFile): boolean =>
  file.status === "failed" && !file.assertionResults.some(isFailed);

/** The folder below `test`. */
const suiteOf = (file: ReportedFile): string =>
  /[\\/]test[\\/](\w+)[\\/]/.exec(file.name)?.[1] ?? "elsewhere";

function rowOf(suite: string, files: readonly ReportedFile[]): Row {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  return {
    suite,
    tests: tests.length,
    passed: tests.filter(isPassed).length,
    failed: tests.filter(isFailed).length + files.filter(failedOutside).length,
    skipped: tests.filter(isSkipped).length,
  };
}

const lineOf = ([first, ...others]: readonly string[]): string =>
  `${(first ?? "").padEnd(12)}${others.map((cell) => cell.padStart(9)).join("")}`;

const firstLine = (text = ""): string => text.split("\n", 1)[0] ?? "";

const failuresOf = (file: ReportedFile): string[] => [
  ...(failedOutside(file) ? [`FAILED: ${file.name}\n  ${firstLine(file.message)}`] : []),
  ...file.assertionResults
    .filter(isFailed)
    .map((test) => `FAILED: ${file.name}\n  ${test.fullName}\n  ${firstLine(test.failureMessages[0])}`),
];

/** How many tests were skipped for each reason, the most first. */
function reasonsOf(tests: readonly ReportedTest[]): string[] {
  const counts = new Map<string, number>();
  for (const { meta } of tests.filter(isSkipped)) {
    const reason = meta.skipped ?? "no reason given";
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`);
}

/** What to print of a run: each failure, a table by suite, why tests were skipped; the last line counts. */
export function tableOf({ success, testResults }: z.infer<typeof report>): {
  lines: string[];
  failed: number;
} {
  const suites = Map.groupBy(testResults, suiteOf);
  const rows = [...suites].map(([suite, files]) => rowOf(suite, files));
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const counted = rows.reduce((sum, row) => sum + row.failed, 0);
  // An error that belongs to no file, or no file at all.
  const failed = counted === 0 && !success ? 1 : counted;
  const reasons = reasonsOf(testResults.flatMap(({ assertionResults }) => assertionResults));
  return {
    failed,
    lines: [
      ...testResults.flatMap(failuresOf),
      "",
      lineOf(columns),
      ...rows.map((row) => lineOf(columns.map((column) => String(row[column])))),
      ...(reasons.length === 0 ? [] : ["", "skipped, and why", ...reasons]),
      "",
      `${passed} passed, ${failed} failed`,
    ],
  };
}
