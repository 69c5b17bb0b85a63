import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { used } from "./electron-parts.ts";

const root = join(import.meta.dirname, "../../..");
const sources = globSync("main/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/** Objects of Electron's that are handed over, by their types. */
const handedOver = new Map([
  ["App", "app"],
  ["PowerMonitor", "powerMonitor"],
]);

/** What a source takes of Electron, as a value or handed over, and which of its members it uses: `app.quit`. */
function takenFrom(source: string): readonly string[] {
  const [, list = ""] = /^import \{([^}]*)\} from "electron";$/m.exec(source) ?? [];
  const [, types = ""] = /^import type \{([^}]*)\} from "electron";$/m.exec(source) ?? [];
  const given = types.split(",").flatMap((name) => handedOver.get(name.trim()) ?? []);
  const names = [...list.split(",").map((name) => name.trim()), ...given];
  return names
    .filter((name) => /^\w+$/.test(name))
    .flatMap((name) =>
      [...source.matchAll(new RegExp(`(?<![\\w./"])${name}\\.(\\w+)`, "g"))].map(
        ([, member]) => `${name}.${member}`,
      ),
    );
}

it("every part of Electron that main uses is compared with the Chromium host's", () => {
  const found = new Set(sources.flatMap(takenFrom));
  const compared = new Set(
    Object.entries(used).flatMap(([name, members]) => members.map((member) => `${name}.${member}`)),
  );
  expect(found.size).toBeGreaterThan(30);
  expect([...found].filter((part) => !compared.has(part))).toEqual([]);
  // What is no longer used goes from the list.
  expect([...compared].filter((part) => !found.has(part))).toEqual([]);
});

it("a part that is not compared would be found", () => {
  expect(takenFrom('import { app, type Session } from "electron";\napp.dock.hide();\n')).toEqual([
    "app.dock",
  ]);
  expect(takenFrom('import type { App } from "electron";\nheed(app.dock.hide());\n')).toEqual(["app.dock"]);
});
