import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** Of a script: what it imports before it runs, but for what it loads later. */
const staticImports = (code: string): readonly string[] =>
  [
    ...code.matchAll(
      /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^"';()]*?from\s*)?["'](\.{1,2}\/[^"']+)["']/g,
    ),
  ].flatMap(([, path]) => path ?? []);

/** The scripts that a built page needs before anything is drawn, as files. */
export function firstScripts(page: string): readonly string[] {
  const html = readFileSync(page, "utf8");
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const path of staticImports(readFileSync(file, "utf8"))) add(join(dirname(file), path));
  };
  for (const [, path] of html.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+\.js)"/g))
    if (path !== undefined) add(join(dirname(page), path));
  return [...found];
}

/** Their size in bytes, each compressed as a server would send it. */
export const firstScriptSize = (page: string): number =>
  firstScripts(page).reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

/** Main's script and what it requires before it runs, as files; what it loads later is none of them. */
export function mainScripts(script: string): readonly string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    // What is loaded later stands behind `=>`: Promise.resolve().then(() => require("./…")).
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
      /(?<!=>\s*)\brequire\([`"](\.\/[^`"]+)[`"]\)/g,
    ))
      add(join(dirname(file), path));
  };
  add(script);
  return [...found];
}

/** The modules in a built file, by their paths in the project, as its source map names them. */
export const modulesIn = (file: string): readonly string[] => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bundler's own file
  const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { readonly sources: string[] };
  return sources.map((source) => source.replace(/^(?:\.\.\/)+/, ""));
};
