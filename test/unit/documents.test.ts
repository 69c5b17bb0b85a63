import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { withSlashes } from "../support/with-slashes.ts";

const root = join(import.meta.dirname, "../..");
const elsewhere = new Set(["node_modules", ".git", "dist", "release", "output"]);
const documents = globSync(["**/*.md", ".github/**/*.md"], {
  cwd: root,
  exclude: (path) => elsewhere.has(path.split(/[/\\]/).at(-1) ?? ""),
}).map(withSlashes);

/** What is written, without code: examples in code are no links. */
const prose = (text: string): string =>
  text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, " "));

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = prose(text)
    .split("\n")
    .flatMap((line) => /^#{1,6} +(.*?) *#*$/.exec(line)?.[1] ?? [])
    .map((heading) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = words.replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    });
  return new Set(anchors);
}

const linksOf = (text: string): readonly string[] =>
  [...prose(text).matchAll(/\]\(\s*<?([^)>\s]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/gm)].flatMap(
    ([, inline, reference]) => inline ?? reference ?? [],
  );

/** What is wrong with a link in a document; null when it leads somewhere, or out of the project. */
function problemWith(link: string, from: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return null;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, from) : join(root, dirname(from), decodeURIComponent(path));
  if (relative(root, target).startsWith("..")) return "leads out of the project";
  if (!existsSync(target)) return "there is no such file";
  if (anchor === undefined) return null;
  const page = statSync(target).isDirectory() ? join(target, "README.md") : target;
  return anchorsOf(readFileSync(page, "utf8")).has(anchor) ? null : "there is no such heading";
}

describe("the documents", () => {
  it("are found", () => {
    expect(documents).toEqual(
      expect.arrayContaining([
        "README.md",
        "docs/architecture.md",
        "main/README.md",
        ".github/pull_request_template.md",
      ]),
    );
  });

  it.each(documents)("%s: holds no two versions of a merge", (document) => {
    expect(readFileSync(join(root, document), "utf8")).not.toMatch(/^(?:<{7}|>{7}) /m);
  });

  it.each(documents)("%s: every link leads somewhere", (document) => {
    const broken = linksOf(readFileSync(join(root, document), "utf8")).flatMap((link) => {
      const problem = problemWith(link, document);
      return problem === null ? [] : [`${link}: ${problem}`];
    });
    expect(broken).toEqual([]);
  });

  it.each<[string, string | null]>([
    ["docs/architecture.md#the-map", null],
    ["docs/architecture.md#no-such-heading", "there is no such heading"],
    ["docs/no-such-page.md", "there is no such file"],
    ["#two-commands", null],
    ["#three-commands", "there is no such heading"],
    ["../elsewhere.md", "leads out of the project"],
    ["https://example.com/", null],
  ])("a link to %s would be judged", (link, problem) => {
    expect(problemWith(link, "README.md")).toBe(problem);
  });

  it.each(documents)("%s: no diagram has a semicolon, which ends a line of mermaid's", (document) => {
    const diagrams = readFileSync(join(root, document), "utf8").match(/^```mermaid\n[\s\S]*?^```/gm);
    expect(diagrams?.join("\n") ?? "").not.toContain(";");
  });

  it("links are found in text and not in code", () => {
    const text =
      '[a](a.md) ![b](b.png)\n`[c](c.md)`\n```\n[d](d.md)\n```\n[`e`](e.md#f "title")\n[g]: g.md\n';
    expect(linksOf(text)).toEqual(["a.md", "b.png", "e.md#f", "g.md"]);
  });

  it.each(["README.md", "CONTRIBUTING.md"])(
    "%s stays under 8 kB: the rest belongs into docs/",
    (document) => {
      expect(statSync(join(root, document)).size).toBeLessThan(8_000);
    },
  );
});

describe("the decisions", () => {
  const folder = join(root, "docs/decisions");
  const records = globSync("[0-9]*.md", { cwd: folder }).toSorted();
  const index = readFileSync(join(folder, "README.md"), "utf8");

  const listed = [...index.matchAll(/^- \[?(\d{4})\]?/gm)].map(([, number]) => Number(number));

  it("have one line each, without a gap", () => {
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.toSorted((a, b) => a - b)).toEqual(listed.map((_number, at) => at + 1));
  });

  it("have a record where their line links to one, at most 45: what binds, and could be undone by mistake", () => {
    const linked = [...index.matchAll(/^- \[\d{4}\]\(([^)]+)\)/gm)].map(([, name = ""]) => name);
    expect(linked.toSorted()).toEqual(records);
    expect(records.length).toBeGreaterThan(0);
    expect(records.length).toBeLessThanOrEqual(45);
  });

  it("that are named as what stands now are in the list, and not replaced themselves by another line", () => {
    const lines = new Map(
      [...index.matchAll(/^- \[?(\d{4})\]?(.*)$/gm)].map(([, number, text]) => [number, text]),
    );
    const replaced = [...lines].filter(([, text]) => /: now \d{4}\.$/.test(text ?? ""));
    expect(replaced.length).toBeGreaterThan(15);
    const wrong = replaced.filter(([, text]) => {
      const later = lines.get(text?.slice(-5, -1));
      return later === undefined || /: now \d{4}\.$/.test(later);
    });
    expect(wrong).toEqual([]);
  });

  it.each(records)("%s has its three parts, and its line in the list", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const [, title = ""] = /^# \d+\. (.+)$/m.exec(text) ?? [];
    expect(title).not.toBe("");
    for (const part of ["Context", "Decision", "Consequences"]) expect(text).toMatch(`\n\n**${part}.** `);
    expect(index).toContain(`- [${name.slice(0, 4)}](${name}) ${title}\n`);
  });
});
