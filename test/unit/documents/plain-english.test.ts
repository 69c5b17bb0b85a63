import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { countWords, listSentences } from "../../support/sentences.ts";
import { withSlashes } from "../../support/with-slashes.ts";

const root = join(import.meta.dirname, "../../..");
const elsewhere = new Set(["node_modules", ".git", "dist", "release", "output"]);
const documents = globSync(["**/*.md", ".github/**/*.md"], {
  cwd: root,
  exclude: (path) => elsewhere.has(path.split(/[/\\]/).at(-1) ?? ""),
}).map(withSlashes);
const mostWords = 40;

describe("a sentence of the documents", () => {
  it.each(documents)(`%s: has at most ${mostWords} words`, (document) => {
    const long = listSentences(readFileSync(join(root, document), "utf8")).filter(
      (sentence) => countWords(sentence) > mostWords,
    );
    expect(long).toEqual([]);
  });

  it("ends at its sign, a heading, an item of a list or a blank line", () => {
    const text = "# One two\nThree, four. Five?\nSix (seven.) Eight\n\n- nine\n- ten\n  eleven\n1. twelve\n";
    expect(listSentences(text)).toEqual([
      "One two",
      "Three, four.",
      "Five?",
      "Six (seven.)",
      "Eight",
      "nine",
      "ten eleven",
      "twelve",
    ]);
  });

  it("is counted without code, tables, comments, measured results and the targets of links", () => {
    const text =
      'A [link to](b.md "c d") `e f` – g.\n\n| h | i |\n\n    j k\n\n```sh\nl m\n```\n\n<!-- n o -->\n\n<!-- x begins -->\np q\n<!-- x ends -->\n';
    expect(listSentences(text)).toEqual(["A link to code – g."]);
    expect(countWords("A link to code – g.")).toBe(5);
  });
});

describe("the documents in docs/", () => {
  const pages = documents.filter((path) => path.startsWith("docs/"));
  const sizeOf = (path: string): number => statSync(join(root, path)).size;

  it("stay small: together under 230 kB", () => {
    expect(pages.reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThan(230_000);
  });

  it("have no page over 25 kB, which nobody reads to its end", () => {
    expect(pages.filter((path) => sizeOf(path) > 25_000)).toEqual([]);
  });

  it("name the files that hold the promises of tests that are gone", () => {
    const moved = readFileSync(join(root, "test/moved.md"), "utf8").split("\n");
    const named = moved.flatMap((line) =>
      line.startsWith("- ") ? (line.split(": ")[1] ?? "").split(", ") : [],
    );
    const names = named.flatMap((name) => /^(?:[a-z0-9]+\/)[\w/-]+/.exec(name)?.[0] ?? []);
    expect(names.length).toBeGreaterThan(80);
    const missing = names.filter(
      (name) => globSync(`test/${name}.test.{ts,tsx}`, { cwd: root }).length === 0,
    );
    expect(missing).toEqual([]);
  });
});
