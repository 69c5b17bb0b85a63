import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOf, listPlaces, registrations } from "./features.ts";
import { addImporters, listImports, mapImports } from "./imports.ts";

/** Tables with a row a route, beside the declarations: a row goes with its route. */
const routeTables: readonly string[] = [
  "main/features/activity-log/log-acts.ts",
  "test/support/declared-routes.ts",
  "test/unit/ipc/brakes.test.ts",
];

const namesIn = (clause: string): readonly string[] =>
  [...clause.replaceAll(/\btype\b/g, "").matchAll(/(?:\w+\s+as\s+)?(\w+)/g)].map(([, name = ""]) => name);

/** A file that lists features, without those of which `isGone` says so: their imports, and each of these names in a list. */
export function dropRegistrations(file: string, text: string, isGone: (path: string) => boolean): string {
  const names: string[] = [];
  const left = text.replaceAll(/^import\s+([^;]*?)\s+from\s+"[^"]+";\n/gm, (statement, clause: string) => {
    if (!listImports(file, statement).some(isGone)) return statement;
    names.push(...namesIn(clause));
    return "";
  });
  // A line that loads it when it is asked for.
  const others = left.split("\n").filter((line) => !listImports(file, line).some(isGone));
  return names.reduce(
    (rest, name) =>
      rest
        .replaceAll(new RegExp(`^\\s*(?:\\.\\.\\.|& ?)?${name}\\b,?;?\\n`, "gm"), "")
        .replaceAll(new RegExp(`\\b${name}\\b,? ?`, "g"), ""),
    others.join("\n"),
  );
}

/** A table without the rows of these routes. */
export const dropRows = (text: string, routes: ReadonlySet<string>): string =>
  text.replaceAll(/^ {2}"([\w.]+)": (?:\{\n(?: {4}.*\n)* {2}\},|.*,)\n/gm, (row, route: string) =>
    routes.has(route) ? "" : row,
  );

export type Removed = {
  /** The tests that went with the features. */
  readonly tests: readonly string[];
  readonly files: readonly string[];
};

/** Takes features out of the tree in that folder: their files, what registers them, and every test that uses one of these. */
export function removeFeatures(root: string, files: readonly string[], names: readonly string[]): Removed {
  const places = names.flatMap(listPlaces);
  const own = files.filter((file) => isOf(places, file));
  const gone = new Set(own);
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const routes = new Set(
    own
      .filter((file) => file.endsWith("routes.ts"))
      .flatMap((file) =>
        [...read(file).matchAll(/^ {2}"([\w.]+)": defineRoute/gm)].map(([, name = ""]) => name),
      ),
  );
  const change = (file: string, next: (text: string) => string): void => {
    if (files.includes(file) && !gone.has(file)) writeFileSync(join(root, file), next(read(file)));
  };
  for (const file of registrations)
    change(file, (text) => dropRegistrations(file, text, (path) => gone.has(path)));
  for (const file of routeTables) change(file, (text) => dropRows(text, routes));

  const tests = files.filter((file) => file.startsWith("test/"));
  const callsOne = (file: string): boolean =>
    !routeTables.includes(file) &&
    [...read(file).matchAll(/"([\w]+\.[\w]+)"/g)].some(([, name = ""]) => routes.has(name));
  const using = addImporters(mapImports(root, tests), [...own, ...tests.filter(callsOne)]);
  const goneTests = [...using].filter((file) => file.startsWith("test/"));
  for (const file of new Set([...own, ...goneTests])) rmSync(join(root, file));
  return { tests: goneTests, files: own };
}
