import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/desk-rules.md"), "utf8");

/** A complaint of people who use another system: its name, and the number in that system's list. */
const complaint = /\b(?:OpenEMR|OpenMRS esm|Ottehr|hmis|cal\.com|ODK|Actual) \d+/g;

type Rule = { readonly id: string; readonly rule: string; readonly file: string };
const rules: readonly Rule[] = [
  ...page.matchAll(/^\| (?<id>[a-z]+-\d+) +\| (?<rule>.+?) +\| \[[^\]]+\]\(\.\.\/(?<file>[^)]+)\) +\|$/gm),
].map(({ groups }) => ({
  id: groups?.["id"] ?? "",
  rule: groups?.["rule"] ?? "",
  file: groups?.["file"] ?? "",
}));
const textOf = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";
/** The ids that tests of a file carry. */
const tagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\btags: \[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/[a-z]+-\d+/g) ?? []);
const complaintsIn = (text: string): readonly string[] => text.match(complaint) ?? [];

describe("the rules of the desk", () => {
  it("are all read here", () => {
    const lines = page.split("\n").filter((line) => line.startsWith("|") && !/^\| (id|-+) +\|/.test(line));
    expect(rules).toHaveLength(lines.length);
    expect(rules.length).toBeGreaterThan(80);
  });

  it("have an id each, that a test of the suites of `npm test` carries", () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rules.filter(({ file }) => file.startsWith("test/whole/"))).toEqual([]);
  });

  it.each(rules)("$id, $rule: its test is there", ({ id, rule, file }) => {
    const text = textOf(file);
    expect(tagsIn(text).filter((tag) => tag === id)).toEqual([id]);
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
