import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { withSlashes } from "../../support/with-slashes.ts";

const start = join(import.meta.dirname, "..", "..", "faults", "run.ts");

/** A module and all that it loads; what it imports for types alone is never loaded. */
function loadedFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith(".ts")) return seen;
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";/gm,
  );
  for (const [, path = ""] of imports) loadedFrom(join(dirname(file), path), seen);
  return seen;
}

it("loads no component: the fault rows run on plain Node, which reads no .tsx", () => {
  const loaded = [...loadedFrom(start)].map(withSlashes);
  expect(loaded).toContainEqual(expect.stringMatching(/renderer\/features\/outbox\/words\.ts$/));
  expect(loaded.filter((file) => !/\.[jt]s$/.test(file))).toEqual([]);
});
