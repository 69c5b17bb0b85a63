import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { licenses, type Licenses } from "../../shared/about/routes.ts";
import { nativePackages } from "./native.ts";
import { folderOf, readPackage, type Package } from "./package-folder.ts";

/** A file that the bundler wrote, and the modules in it. */
export type BuiltFile = { readonly file: string; readonly modules: readonly string[] };

/** What is in the bundles: written to dist/materials.json, which stays out of the package, for its bill of materials. */
const bundled = z.strictObject({
  /** Every script of dist/, also those with nothing of others in them. */
  files: z.array(z.string()),
  packages: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      license: z.string(),
      /** The scripts with code of it. */
      files: z.array(z.string()),
    }),
  ),
});
export type Bundled = z.infer<typeof bundled>;

/** Where the two files are, below the project's folder. */
const licensesFile = join("dist", "licenses.json");
const bundledFile = join("dist", "materials.json");

export const readBundled = (root: string): Bundled =>
  bundled.parse(JSON.parse(readFileSync(join(root, bundledFile), "utf8")));
export const readLicenses = (root: string): Licenses =>
  licenses.parse(JSON.parse(readFileSync(join(root, licensesFile), "utf8")));

type BundledPackage = Package & { readonly files: readonly string[] };

/** Somebody else's packages with a module in one of the files. @throws when a license may not be there, or has no text */
export function packagesIn(files: readonly BuiltFile[], root: string): readonly BundledPackage[] {
  const byFolder = new Map<string, Set<string>>();
  for (const { file, modules } of files)
    for (const id of modules) {
      const folder = folderOf(id, root);
      if (folder !== null) byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(file));
    }
  // npm may install one version of a package several times.
  const found = new Map<string, BundledPackage>();
  for (const [folder, inside] of byFolder) {
    const read = readPackage(folder, root);
    const key = `${read.name} ${read.version}`;
    const both = new Set([...(found.get(key)?.files ?? []), ...inside]);
    found.set(key, { ...read, files: [...both].toSorted() });
  }
  return [...found.values()].toSorted(byName);
}

const byName = (one: Package, other: Package): number =>
  one.name === other.name ? compare(one.version, other.version) : compare(one.name, other.name);
/** Of the signs themselves: the same on every computer. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The list that About shows: each package once, and each text once. */
export function licensesOf(own: string, packages: readonly Package[]): Licenses {
  const texts: string[] = [];
  const placeOf = (text: string): number => {
    const at = texts.indexOf(text);
    return at === -1 ? texts.push(text) - 1 : at;
  };
  return {
    own,
    packages: packages.toSorted(byName).map(({ name, version, license, texts: whole }) => ({
      name,
      version,
      license,
      texts: whole.map(placeOf),
    })),
    texts,
  };
}

/** Writes what the build was made of beside the programs. */
export function writeMaterials(files: readonly BuiltFile[], root: string): void {
  const packages = packagesIn(files, root);
  const native = nativePackages(root);
  const own = readFileSync(join(root, "LICENSE"), "utf8").trim();
  const materials: Bundled = {
    files: files.map(({ file }) => file).toSorted(),
    packages: packages.map(({ name, version, license, files: inside }) => ({
      name,
      version,
      license,
      files: [...inside],
    })),
  };
  writeFileSync(join(root, licensesFile), JSON.stringify(licensesOf(own, [...packages, ...native])));
  writeFileSync(join(root, bundledFile), JSON.stringify(materials, null, 2));
}
