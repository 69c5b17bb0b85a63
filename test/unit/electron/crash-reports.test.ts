import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withSlashes } from "../../support/with-slashes.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const users = (name: string): readonly string[] =>
  globSync(
    ["main/**/*.ts", "preload/**/*.ts", "scripts/**/*.{ts,mjs}", "package.json", "electron-builder.yml"],
    {
      cwd: root,
    },
  )
    .map(withSlashes)
    .filter((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), "utf8")));

it("nothing starts Electron's crash reporter: a dump of memory holds patients", () => {
  // What is looked for is found where it is.
  expect(users("clipboard")).toContain("main/electron/window-services.ts");
  expect(users("crashReporter|crash-reporter|breakpad|crashpad")).toEqual([]);
});
