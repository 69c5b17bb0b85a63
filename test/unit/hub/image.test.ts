import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const versions = z.record(z.string(), z.string());
const manifest = z.object({
  version: z.string(),
  dependencies: versions,
  devDependencies: versions.optional(),
});
const lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const readManifest = (file: string) => manifest.parse(JSON.parse(read(file)));
const readLock = (file: string) => lock.parse(JSON.parse(read(file))).packages;

/** What the hub's files import by a package's name, through whatever of the image's folders. */
function importedIn(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...read(join(folder, file)).matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)[^"]*"/g)])
    .map(([, name = ""]) => name)
    .filter((name) => name !== "node" && !builtinModules.includes(name));
}

it("the image has the packages that the hub imports, at the versions that were tested, and nothing else", () => {
  const image = readManifest("hub/deploy/package.json");
  const ours = readManifest("package.json");
  const hub = new Set(importedIn("hub"));
  const beside = new Set(importedIn("shared"));
  const named = Object.keys(image.dependencies);
  expect([...hub].filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !hub.has(name) && !beside.has(name))).toEqual([]);
  const tested = { ...ours.devDependencies, ...ours.dependencies };
  expect(image.dependencies).toEqual(Object.fromEntries(named.map((name) => [name, tested[name]])));
  expect(image.version).toBe(ours.version);
  expect(image.devDependencies).toBeUndefined();
  const locked = readLock("hub/deploy/package-lock.json");
  const whole = readLock("package-lock.json");
  const paths = Object.keys(locked).filter((path) => path !== "");
  expect(paths.length).toBeGreaterThan(named.length);
  expect(paths.map((path) => [path, locked[path]?.version])).toEqual(
    paths.map((path) => [path, whole[path]?.version]),
  );
});

it("the image is sent what it copies, and every service of the compose file may do no more than it has to", () => {
  const sent = read(".dockerignore")
    .split("\n")
    .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
  const copied = [...read("hub/deploy/Dockerfile").matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, from = ""]) =>
    from.split(" "),
  );
  expect(copied.filter((path) => !sent.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual(
    [],
  );
  const services = read("hub/deploy/compose.yaml").split(/^services:$/m)[1] ?? "";
  const each =
    services
      .split(/^networks:$/m)[0]
      ?.split(/^ {2}(?=[\w-]+:$)/m)
      .slice(1) ?? [];
  expect(each).toHaveLength(4);
  for (const service of each) expect(service).toContain("<<: *hardened");
});
