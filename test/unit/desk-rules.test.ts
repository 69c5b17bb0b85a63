import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/desk-rules.md"), "utf8");

/** A complaint of people who use another system: its name, and the number in that system's list. */
const complaint = /\b(?:OpenEMR|OpenMRS esm|Ottehr|hmis|cal\.com|ODK|Actual) \d+/g;

type Rule = { readonly rule: string; readonly file: string; readonly test: string };
const rules: readonly Rule[] = [
  ...page.matchAll(/^\| (?<rule>.+?) +\| \[[^\]]+\]\(\.\.\/(?<file>[^)]+)\) +\| (?<test>.+?) +\|$/gm),
].map(({ groups }) => ({
  rule: groups?.["rule"] ?? "",
  file: groups?.["file"] ?? "",
  test: (groups?.["test"] ?? "").replaceAll("\\", ""),
}));
const textOf = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
const complaintsIn = (text: string): readonly string[] => text.match(complaint) ?? [];

describe("the rules of the desk", () => {
  it("are all read here", () => {
    const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| (rule|-+) +\|/.test(line));
    expect(rules).toHaveLength(lines.length);
    expect(rules.length).toBeGreaterThan(80);
  });

  it.each(rules)("$rule: its test is there", ({ rule, file, test }) => {
    const text = textOf(file);
    expect({ file, test, isThere: text.includes(test) }).toEqual({ file, test, isThere: true });
    expect(complaintsIn(rule).filter((each) => !text.includes(each))).toEqual([]);
  });

  it("have every complaint that a test names", () => {
    const named = globSync("test/**/*.test.{ts,tsx}", { cwd: root }).flatMap((file) =>
      complaintsIn(textOf(file)),
    );
    expect(named.length).toBeGreaterThan(15);
    const known = new Set(complaintsIn(page));
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });
});
