import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isPermitted } from "../../scripts/materials/license.ts";
import { counted } from "../support/cases.ts";

/** What may come in from outside, and what it may do: docs/decisions, 0038. `npm audit` is CI's, since it asks the registry. */
const root = join(import.meta.dirname, "..", "..");
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(read("package.json"));
const installed = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        link: z.boolean().optional(),
        inBundle: z.boolean().optional(),
        dev: z.boolean().optional(),
        license: z.string().optional(),
      }),
    ),
  })
  .parse(read("package-lock.json")).packages;
/** Of tools alone, besides those of scripts/materials/license.ts: nothing of them is in the package. */
const ofTools = ["MPL-2.0", "Python-2.0", "WTFPL", "(WTFPL OR MIT)", "WTFPL OR ISC", "CC-BY-4.0"];
const others = Object.entries(installed).filter(([path]) => path !== "");

/** A version, and no range, tag, folder or repository; an alias names one too. */
const isExact = (version: string): boolean =>
  /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);

describe("what comes in from outside", () => {
  it("is named by its exact version", () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, version]) => !isExact(version))).toEqual([]);
    const ranges = [
      "^1.2.3",
      "~1.2.3",
      "1.x",
      "latest",
      "*",
      "file:../a",
      "git+https://a/b",
      "npm:a@^1.0.0",
      ">=1.0.0",
    ];
    expect(ranges.filter(isExact)).toEqual([]);
    counted(all.length);
  });

  it("is checked by a digest, and the lockfile names no place that it comes from", () => {
    expect(others.length).toBeGreaterThan(100);
    const unchecked = others.filter(([, entry]) => entry.integrity === undefined && entry.inBundle !== true);
    expect(unchecked.map(([path]) => path)).toEqual([]);
    expect(others.filter(([, entry]) => "resolved" in entry || entry.link === true)).toEqual([]);
    counted(others.length);
  });

  it("runs nothing at an install, but for the one that fetches the pinned Node", () => {
    const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may);
    expect(allowed).toEqual([["node", true]]);
    const asking = others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const named = asking.map((path) => path.split("node_modules/").at(-1) ?? path);
    expect(named).toContain("node");
    expect(named.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  });

  it("stays so with what npm adds", () => {
    const settings = readFileSync(join(root, ".npmrc"), "utf8");
    expect(settings).toContain("save-exact=true");
    expect(settings).toContain("omit-lockfile-registry-resolved=true");
    expect(settings).not.toMatch(/^(registry|@.*:registry|\/\/)/m);
  });

  it("is under a license of the list: what is installed with the program strictly, tools with a few more", () => {
    const nameless = others.filter(([, { license }]) => license === undefined).map(([path]) => path);
    expect(nameless).toEqual([]);
    const refused = others.filter(
      ([, { license = "", dev }]) => !isPermitted(license) && !(dev === true && ofTools.includes(license)),
    );
    expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
    // What may not come in would be seen.
    expect(["GPL-3.0", "AGPL-3.0-only", "UNLICENSED", "", "SSPL-1.0"].filter(isPermitted)).toEqual([]);
    counted(others.length);
  });
});
