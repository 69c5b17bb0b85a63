import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judge, type Results, type SecurityRow } from "../../security/row.ts";
import { securityRows } from "../../security/rows.ts";
import { formatRows, marks, resultTable, replaceList } from "../../security/table.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const textOf = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
const held = securityRows.flatMap(({ name, held: all }) => all.map((each) => ({ row: name, ...each })));
const folderOf = {
  unit: "unit",
  integration: "integration",
  hub: "hub",
  e2e: "e2e",
  fuzz: "fuzz",
  host: "host",
} as const;

describe("the security table", () => {
  it.each(held)("$row: what holds it is there: $file $only", ({ project, file, only = "" }) => {
    expect(file.startsWith(`test/${folderOf[project]}/`)).toBe(true);
    expect({ file, only, isThere: textOf(file).includes(only === "" ? "expect" : only) }).toEqual({
      file,
      only,
      isThere: true,
    });
  });

  it("names each row once, and its checks of verify:electron as they are called there", () => {
    const names = securityRows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const checks = ["judge", "package"].map((name) => textOf(`scripts/verify/${name}.ts`)).join("\n");
    const unknown = securityRows.flatMap(({ verified = [] }) =>
      verified.filter((check) => !checks.includes(`"${check}"`)),
    );
    expect(unknown).toEqual([]);
  });

  it("stands in docs/security.md as it is", () => {
    const page = textOf("docs/security.md");
    // Else: node test/security/run.ts --write
    expect(page.slice(page.indexOf(marks.begin) + marks.begin.length, page.indexOf(marks.end)).trim()).toBe(
      formatRows(securityRows),
    );
  });
});

describe("the result of a run", () => {
  const row: SecurityRow = {
    name: "A row",
    claim: "It is so.",
    means: "All is well.",
    held: [
      { project: "unit", file: "test/unit/a.test.ts" },
      { project: "unit", file: "test/unit/b.test.ts", only: "one of them" },
    ],
    verified: ["a check"],
  };
  type Test = Results["testResults"][number]["assertionResults"][number];
  const ran = (a: readonly Test[], b: readonly Test[]): Results => ({
    testResults: [
      { name: "/x/test/unit/a.test.ts", status: "passed", assertionResults: [...a] },
      { name: "C:\\x\\test\\unit\\b.test.ts", status: "passed", assertionResults: [...b] },
    ],
  });
  const passed = (fullName: string, meta?: Test["meta"]): Test => ({
    fullName,
    status: "passed",
    ...(meta === undefined ? {} : { meta }),
  });
  const outcome = (results: Results) => judge([row], results)[0];

  it("counts a test as one case, or as many as it says", () => {
    const found = outcome(
      ran(
        [passed("x"), passed("a list", { cases: 30 }), passed("a property", { generated: 500 })],
        [passed("one of them"), passed("another")],
      ),
    );
    expect(found).toMatchObject({ isFine: true, tests: 4, cases: 32, generated: 500, skipped: 0 });
  });

  it("fails with a test that fails, that is gone, or where nothing ran", () => {
    const failed: Test = { fullName: "one of them breaks", status: "failed" };
    expect(outcome(ran([passed("x")], [failed]))).toMatchObject({
      isFine: false,
      problems: ["test/unit/b.test.ts: one of them breaks"],
    });
    expect(outcome(ran([passed("x")], [passed("another")]))?.problems).toEqual([
      "test/unit/b.test.ts: one of them did not run",
    ]);
    expect(outcome({ testResults: [] })?.isFine).toBe(false);
    const skipped: Test = { fullName: "one of them", status: "skipped" };
    expect(outcome(ran([skipped], [skipped]))).toMatchObject({
      isFine: false,
      skipped: 2,
      problems: ["nothing of it ran here"],
    });
    expect(outcome(ran([passed("x")], [skipped]))).toMatchObject({ isFine: true, cases: 1, skipped: 1 });
  });

  it("is a table that says what failed, and what has to be looked at elsewhere", () => {
    const failed: Test = { fullName: "one of them breaks", status: "failed" };
    const lines = resultTable(judge([row], ran([passed("x", { cases: 1_200 })], [failed]))).split("\n");
    expect(lines[1]).toMatch(/^A row +FAILED +1 +1,200 +0 +0$/);
    expect(lines).toContain("FAILED A row: test/unit/b.test.ts: one of them breaks");
    expect(lines).toContain("  A row: a check");
    expect(lines.at(-1)).toBe("0 of 1 rows passed: 1 tests, 1,200 cases, 0 made up");
  });
});

it("the list of a page is put between its marks, and nothing else is touched", () => {
  const page = `before\n${marks.begin}\nold\n${marks.end}\nafter`;
  expect(replaceList(page, "new")).toBe(`before\n${marks.begin}\n\nnew\n\n${marks.end}\nafter`);
  expect(() => replaceList("no marks", "new")).toThrow("no marks");
});
