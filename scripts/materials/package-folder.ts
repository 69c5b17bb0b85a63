import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { demandPermitted } from "./license.ts";

/** Somebody else's package, as it is installed. */
export type Package = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Its license and notice files, whole. */
  readonly texts: readonly string[];
};

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The folder of the package that a bundled module belongs to, below `root`'s node_modules; null for our own modules. */
export function folderOf(moduleId: string, root: string): string | null {
  const id = moduleId.replace(/^\0/, "").replaceAll("\\", "/");
  // Helpers that the bundler writes into its output are the bundler's own code.
  const helper = /^(vite|rolldown)\//.exec(id) ?? /^(?:@?oxc-project\+)(runtime)/.exec(id);
  if (helper !== null)
    return join(root, "node_modules", helper[1] === "runtime" ? "@oxc-project/runtime" : String(helper[1]));
  const installed = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(id);
  if (installed !== null) return String(installed[1]);
  if (id.startsWith(`${root.replaceAll("\\", "/")}/`)) return null;
  throw new Error(
    `${JSON.stringify(moduleId)} is in a bundle, and nobody knows whose it is: scripts/materials.`,
  );
}

/** Of a tool only what it writes into bundles is in the package, not what it is itself made of. */
const ownPart = (text: string): string => text.split(/^# Licenses of bundled dependencies$/m)[0] ?? text;

/** What was found out by hand about packages that bring no text: a file each, by the package's name. */
const foundByHand = (root: string, name: string): readonly string[] => {
  const file = join(root, "scripts/materials/texts", `${name}.txt`);
  return existsSync(file) ? [readFileSync(file, "utf8").trim()] : [];
};

/** Reads a package where it is installed. @throws when its license may not be in the package, or has no text */
export function readPackage(folder: string, root: string): Package {
  const { name, version, license } = manifest.parse(
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
  );
  demandPermitted(`${name} ${version}`, license);
  const own = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(file))
    .toSorted()
    .map((file) => ownPart(readFileSync(join(folder, file), "utf8")).trim());
  const texts = own.length > 0 ? own : foundByHand(root, name);
  if (texts.length === 0)
    throw new Error(
      `${name} ${version} has no license file. Find its text, and put it into scripts/materials/texts/${name}.txt.`,
    );
  return { name, version, license, texts };
}
