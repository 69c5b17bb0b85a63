import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { formatDeskRules, listRulesIn, readDeskRules } from "../../scripts/desk-rules.ts";

const root = join(import.meta.dirname, "../..");
const rules = readDeskRules();

/** A complaint of people who use another system: its name, and the number in that system's list. */
const complaint = /\b(?:OpenEMR|OpenMRS esm|Ottehr|hmis|cal\.com|ODK|Actual) \d+/g;
const complaintsIn = (text: string): readonly string[] => text.match(complaint) ?? [];

/** The ids that tests of a file carry. */
const tagsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\btags: \[([^\]]*)\]/g)].flatMap(([, list = ""]) => list.match(/[a-z]+-\d+/g) ?? []);

/** What a test file says beside the rules that it states. */
const withoutRules = (text: string): string => text.replace(/^ *\/\/ [a-z]+-\d+: .*$/gm, "");

/** The files that tests of the suites of `npm test` stand in, with the tags in each. */
const files = globSync("test/**/*.test.{ts,tsx}", { cwd: root })
  .filter((path) => !/^test[/\\](?:whole|output)[/\\]/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path: path.replaceAll("\\", "/"), text: withoutRules(text), tags: tagsIn(text) };
  });

describe("the rules of the desk", () => {
  it("are stated once each", () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.length).toBeGreaterThan(250);
  });

  it("are those that tests carry as tags", () => {
    const ids = new Set(rules.map(({ id }) => id));
    const unknown = files.flatMap(({ path, tags }) =>
      tags.filter((tag) => !ids.has(tag)).map((tag) => `${path}: ${tag}`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(rules)("$id, $rule: a test of the file that states it holds it", ({ id, rule, file }) => {
    const holders = files.filter(({ tags }) => tags.includes(id));
    expect(holders.map(({ path }) => path)).toContain(file);
    const unnamed = complaintsIn(rule).filter((each) => !holders.some(({ text }) => text.includes(each)));
    expect(unnamed).toEqual([]);
  });

  it("have every complaint that a test names", () => {
    const named = files.flatMap(({ text }) => complaintsIn(text));
    expect(named.length).toBeGreaterThan(15);
    const known = new Set(rules.flatMap(({ rule }) => complaintsIn(rule)));
    expect(named.filter((each) => !known.has(each))).toEqual([]);
  });

  it("are read from comments above tests, and printed by section and number", () => {
    const text =
      '// typing-10: Ten\n  // lock-1: Locked\n// typing-2: Two\n// other-1: No\nit("// log-1: no");\n';
    const found = listRulesIn(text, "a.test.ts");
    expect(found.map(({ id }) => id)).toEqual(["typing-10", "lock-1", "typing-2"]);
    const printed = formatDeskRules(found);
    expect(printed).toMatch(
      /^Typing\n\n {2}typing-2: Two \[a\.test\.ts\]\n {2}typing-10: Ten \[a\.test\.ts\]\n/,
    );
    expect(printed).toContain("Lock\n\n  lock-1: Locked [a.test.ts]\n");
  });
});
