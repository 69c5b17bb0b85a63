import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listPlaces, optionalFeatures, registrations } from "../../../scripts/without/features.ts";
import { addImporters, listImports } from "../../../scripts/without/imports.ts";
import { dropRegistrations, dropRows } from "../../../scripts/without/remove.ts";

const root = join(import.meta.dirname, "..", "..", "..");

describe("npm run without", () => {
  test("takes the imports of a feature and its names out of a list, and leaves the others", () => {
    const lists = [
      'import { a } from "./a/routes.ts";\nimport { b } from "./b/routes.ts";\nexport const all = {\n  ...a,\n  ...b,\n} as const;\n',
      'import { a } from "./a/index.ts";\nimport { b } from "./b/index.ts";\nexport const all = [a, b];\n',
      'import { a } from "./a/index.ts";\nimport { b } from "./b/index.ts";\nexport const all = [\n  a,\n  b,\n];\n',
    ];
    expect(lists.map((text) => dropRegistrations("x/y.ts", text, (path) => path.startsWith("x/a/")))).toEqual(
      [
        'import { b } from "./b/routes.ts";\nexport const all = {\n  ...b,\n} as const;\n',
        'import { b } from "./b/index.ts";\nexport const all = [b];\n',
        'import { b } from "./b/index.ts";\nexport const all = [\n  b,\n];\n',
      ],
    );
  });

  test("takes the rows of its routes out of a table, however long they are", () => {
    const table = '  "a.get": ["x", "y"],\n  "a.put": {\n    act: 1,\n  },\n  "b.get": ["x"],\n';
    expect(dropRows(table, new Set(["a.get", "a.put"]))).toBe('  "b.get": ["x"],\n');
  });

  test("follows imports of every kind, over other files", () => {
    const text =
      'import type { A } from "./a.ts";\nexport { b } from "../b.ts";\nconst c = import("./c.ts");\nimport "zod";\n';
    expect(listImports("x/y/z.ts", text)).toEqual(["x/y/a.ts", "x/b.ts", "x/y/c.ts"]);
    const imports = new Map([
      ["one", ["two"]],
      ["two", ["three"]],
      ["four", ["five"]],
    ]);
    expect([...addImporters(imports, ["three"])].toSorted()).toEqual(["one", "three", "two"]);
  });

  test("knows features by places that are there", () => {
    for (const name of Object.keys(optionalFeatures)) {
      const places = listPlaces(name);
      expect([name, places.some((place) => existsSync(join(root, place)))]).toEqual([name, true]);
      const files = places.filter((place) => !place.endsWith("/"));
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    }
    expect(registrations.length).toBeGreaterThan(0);
  });
});
