import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Each of our own files that a text imports, types and later imports too, by its path from the root. */
export function listImports(file: string, text: string): readonly string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].map(([, source = ""]) => normalize(join(dirname(file), source)).replaceAll("\\", "/"));
}

/** What each TypeScript file of a tree imports. */
export function mapImports(root: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    files
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => [file, listImports(file, readFileSync(join(root, file), "utf8"))]),
  );
}

/** Those files, and every file that imports one of them, however many others stand between. */
export function addImporters(
  imports: ReadonlyMap<string, readonly string[]>,
  first: Iterable<string>,
): ReadonlySet<string> {
  const all = new Set(first);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const [file, imported] of imports) if (imported.some((path) => all.has(path))) all.add(file);
  }
  return all;
}
