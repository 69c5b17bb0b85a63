import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, it, vi } from "vitest";
import { counted } from "../../../support/cases.ts";

/**
 * No pattern that reads what was pasted repeats without end what itself repeats without end, as in `(a+)*`: of a text that does not
 * match, such a pattern tries every way to share it out. This looks at the patterns themselves and not at a clock.
 */

const root = join(import.meta.dirname, "../../../..");
const files = globSync(["shared/intake/*.ts", "shared/patients/*.ts", "shared/text/clean-text.ts"], {
  cwd: root,
}).toSorted();

/** The quantifier that stands there, and whether it has an end. */
function quantifierAt(pattern: string, at: number): { readonly length: number; readonly isEndless: boolean } {
  const found = /^(?:[*+]|\{\d+(,?)(\d*)\}|\?)\??/.exec(pattern.slice(at));
  if (found === null) return { length: 0, isEndless: false };
  const [all, comma, most] = found;
  return { length: all.length, isEndless: /^[*+]/.test(all) || (comma === "," && most === "") };
}

/** Groups that repeat without end and hold what does. */
function nestedIn(pattern: string): readonly string[] {
  const found: string[] = [];
  const open: { at: number; holds: boolean }[] = [{ at: 0, holds: false }];
  for (let at = 0; at < pattern.length;) {
    const begin = at;
    const sign = pattern.charAt(at);
    let group: { at: number; holds: boolean } | undefined;
    if (sign === "\\")
      at +=
        pattern.startsWith("\\p{", at) || pattern.startsWith("\\P{", at)
          ? pattern.indexOf("}", at) - at + 1
          : 2;
    else if (sign === "[") {
      for (at += 1; pattern.charAt(at) !== "]"; at += pattern.charAt(at) === "\\" ? 2 : 1);
      at += 1;
    } else {
      at += 1;
      if (sign === "(") {
        open.push({ at: begin, holds: false });
        if (pattern.charAt(at) === "?") at += 1;
        continue;
      }
      if (sign === ")") group = open.pop();
    }
    const { length, isEndless } = quantifierAt(pattern, at);
    at += length;
    if (group !== undefined && isEndless && group.holds) found.push(pattern.slice(group.at, at));
    const outer = open.at(-1);
    if (outer !== undefined) outer.holds ||= isEndless || group?.holds === true;
  }
  return found;
}

/** The patterns that are written out in a file. */
function writtenIn(file: string): readonly string[] {
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    if ("regex" in value) {
      const { regex } = value;
      if (typeof regex === "object" && regex !== null && "pattern" in regex)
        found.push(String(regex.pattern));
    }
    for (const each of Object.values(value)) look(each);
  };
  look(parseAst(readFileSync(join(root, file), "utf8"), { lang: "ts" }));
  return found;
}

it("is told of patterns that do, and of those that do not", () => {
  for (const pattern of [
    "(a+)*",
    "(?:x|[ab]*c)+",
    "((a|b+)c){2,}",
    "(?:\\w+ ?)*y",
    "(?:(?:a*)b)+",
    "(?:\\p{L}+,)*",
  ])
    expect(nestedIn(pattern), pattern).not.toEqual([]);
  for (const pattern of [
    "(?:a|b)*",
    "(a+){0,3}",
    "a+b+",
    "[(+*]+(?:x\\))*",
    "(?<=a+)b*",
    "(?:\\(a\\+)*",
    "(a+)?",
  ])
    expect(nestedIn(pattern), pattern).toEqual([]);
});

it.each(files)("%s has none", (file) => {
  const patterns = writtenIn(file);
  expect(patterns.flatMap(nestedIn)).toEqual([]);
  counted(patterns.length);
});

it("those that are put together from parts have none", async () => {
  const made: string[] = [];
  vi.stubGlobal(
    "RegExp",
    new Proxy(RegExp, {
      construct: (target, [pattern, flags]: [string, string?]) => {
        made.push(pattern);
        return new target(pattern, flags);
      },
    }),
  );
  vi.resetModules();
  await Promise.all(files.map((file) => import(join(root, file))));
  vi.unstubAllGlobals();
  expect(made.length).toBeGreaterThan(5);
  expect(made.flatMap(nestedIn)).toEqual([]);
  counted(made.length);
});
