import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/desk-rules.md"), "utf8");

/** A complaint of people who use another system: its name, and the number in that system's list. */
const complaint = /\b(?:OpenEMR|OpenMRS esm|Ottehr|hmis|cal\.com|ODK|Actual) \d+/g;
const complaintsIn = (text: string): readonly string[] => text.match(complaint) ?? [];

const rules = [...page.matchAll(/^- (?<id>[a-z]+-\d+): (?<rule>.+)$/gm)].map(({ groups }) => ({
  id: groups?.["id"] ?? "",
  rule: groups?.["rule"] ?? "",
}));

/** The ids that tests of a file carry. */
const tagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\btags: \[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/[a-z]+-\d+/g) ?? []);

/** The files that tests of the suites of `npm test` stand in, with the tags in each. */
const files = globSync("test/**/*.test.{ts,tsx}", { cwd: root })
  .filter((path) => !/^test[/\\](?:whole|output)[/\\]/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, tags: tagsIn(text) };
  });

describe("the rules of the desk", () => {
  it("are all read here", () => {
    const lines = page.split("\n").filter((line) => line.startsWith("- "));
    expect(rules).toHaveLength(lines.length);
    expect(rules.length).toBeGreaterThan(250);
  });

  it("have an id each, and each tag of a test is one of them", () => {
    const ids = new Set(rules.map(({ id }) => id));
    expect(ids.size).toBe(rules.length);
    const unknown = files.flatMap(({ path, tags }) =>
      tags.filter((tag) => !ids.has(tag)).map((tag) => `${path}: ${tag}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(rules)("$id, $rule: a test of `npm test` holds it", ({ id, rule }) => {
    const holders = files.filter(({ tags }) => tags.includes(id));
    expect(holders).not.toEqual([]);
    const unnamed = complaintsIn(rule).filter((each) => !holders.some(({ text }) => text.includes(each)));
    expect(unnamed).toEqual([]);
  });

  it("have every complaint that a test names", () => {
    const named = files.flatMap(({ text }) => complaintsIn(text));
    expect(named.length).toBeGreaterThan(15);
    const known = new Set(complaintsIn(page));
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });
});
