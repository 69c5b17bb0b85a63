import { expect, it } from "vitest";
import { report, tableOf } from "../../../scripts/windows/table.ts";

const test = (status: string, fullName = "a test", skipped?: string) => ({
  fullName,
  status,
  failureMessages: status === "failed" ? ["Error: expected 1\n    at somewhere"] : [],
  meta: skipped === undefined ? {} : { skipped },
});
const file = (name: string, tests: readonly ReturnType<typeof test>[], status = "passed", message = "") => ({
  name: `Z:/front-desk/test/${name}`,
  status,
  message,
  assertionResults: tests,
});
const linesOf = (files: readonly ReturnType<typeof file>[], success = true) =>
  tableOf(report.parse({ success, testResults: files }));

it("what ran on Windows is a table by suite, with each reason counted, and the last line counts all", () => {
  const { lines, failed } = linesOf([
    file("unit/a.test.ts", [test("passed"), test("skipped", "b", "needs root")]),
    file("unit/b.test.ts", [test("passed"), test("skipped", "c", "needs root"), test("pending")]),
    file("integration/c.test.ts", [test("passed"), test("skipped", "d", "needs Linux")]),
  ]);
  expect(failed).toBe(0);
  expect(lines.map((line) => line.trim().replace(/ +/g, " "))).toEqual([
    "",
    "suite tests passed failed skipped",
    "unit 5 2 0 3",
    "integration 2 1 0 1",
    "",
    "skipped, and why",
    "2 needs root",
    "1 no reason given",
    "1 needs Linux",
    "",
    "3 passed, 0 failed",
  ]);
});

it("each failure is named: of a test, of a file that did not load, and of none of them", () => {
  const { lines, failed } = linesOf(
    [
      file("unit/a.test.ts", [test("failed", "adds up"), test("passed")], "failed"),
      file("unit/b.test.ts", [], "failed", "no such module\n at x"),
    ],
    false,
  );
  expect(failed).toBe(2);
  expect(lines.slice(0, 2)).toEqual([
    "FAILED: Z:/front-desk/test/unit/a.test.ts\n  adds up\n  Error: expected 1",
    "FAILED: Z:/front-desk/test/unit/b.test.ts\n  no such module",
  ]);
  expect(lines.at(-1)).toBe("1 passed, 2 failed");
  expect(linesOf([], false).lines.at(-1)).toBe("0 passed, 1 failed");
});
