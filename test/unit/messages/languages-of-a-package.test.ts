import { join } from "node:path";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";

/** The modules of all words that a program is built with. */
async function builtLanguages(define: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const made = await build({
    configFile: false,
    logLevel: "silent",
    define,
    build: { write: false, ssr: join(import.meta.dirname, "../../../messages/words.ts") },
  });
  const { output } = made as Rolldown.RolldownOutput;
  return output
    .flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
    .flatMap((module) => /compiled[\\/]([a-z]{2}-[A-Z]{2})\.js$/.exec(module)?.[1] ?? [])
    .toSorted();
}

it("a package speaks the languages that can be chosen; the one that tests speak is left out", async () => {
  expect(await builtLanguages({})).toEqual(["en-US", "en-XA", "es-US"]);
  expect(await builtLanguages({ builtForPackage: "true" })).toEqual(["en-US", "es-US"]);
});
