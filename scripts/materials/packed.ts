import { extractFile, listPackage } from "@electron/asar";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { billOfMaterials, type PackedFile } from "./bill.ts";
import { readBundled, readLicenses } from "./collect.ts";
import { nativePackages } from "./native.ts";

const manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

const digestOf = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
const slashed = (path: string): string => path.split(sep).join("/");

/** The archive and the files beside it, in `resources`. */
function packedFiles(resources: string): readonly PackedFile[] {
  const beside = join(resources, "app.asar.unpacked");
  const unpacked = existsSync(beside)
    ? readdirSync(beside, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
  return [join(resources, "app.asar"), ...unpacked.toSorted()].map((path) => ({
    path: slashed(relative(resources, path)),
    digest: digestOf(path),
  }));
}

type PackedOptions = {
  /** The project, with dist/ as it was packed. */
  readonly root: string;
  /** The folder of the archive. */
  readonly resources: string;
  readonly electron: string;
  /** `linux-x64` */
  readonly target: string;
  /** The file to write. */
  readonly output: string;
};

/**
 * Writes the bill of materials of what was packed. @throws when the archive has a script that the build does not know of, or
 * a package whose license About does not show
 */
export function writeBill({ root, resources, electron, target, output }: PackedOptions): void {
  const archive = join(resources, "app.asar");
  const paths = listPackage(archive, { isPack: false }).map((path) => slashed(path).replace(/^\//, ""));
  const bundled = readBundled(root);
  const unknown = paths.filter((path) => /^dist\/.*\.c?js$/.test(path) && !bundled.files.includes(path));
  if (unknown.length > 0) throw new Error(`Not of the last build: ${unknown.join(", ")}. Run npm run build.`);

  const folders = paths
    .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => path.slice("node_modules/".length, -"/package.json".length));
  const installed = nativePackages(root);
  const native = folders.map((folder) => {
    const found = installed.find((one) => one.folder === folder);
    if (found === undefined)
      throw new Error(`${folder} is in the package, and scripts/materials/native.ts does not know it.`);
    return found;
  });
  const shown = new Set(readLicenses(root).packages.map(({ name, version }) => `${name} ${version}`));
  const unshown = native.filter(({ name, version }) => !shown.has(`${name} ${version}`));
  if (unshown.length > 0)
    throw new Error(
      `Built before ${unshown.map(({ name }) => name).join(", ")} was installed. Run npm run build.`,
    );

  const app = manifest.parse(JSON.parse(extractFile(archive, "package.json").toString("utf8")));
  const bill = billOfMaterials({ app, target, electron, bundled, native, files: packedFiles(resources) });
  writeFileSync(output, `${JSON.stringify(bill, null, 2)}\n`);
}
