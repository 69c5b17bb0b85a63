import { Ajv } from "ajv";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { signingVariables } from "../../scripts/packaging/signing.ts";
import { spokenLanguages } from "../../messages/language.ts";

/** What electron-builder is told: test/integration/package.test.ts shows what comes of it for Linux. */
const root = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const config: unknown = parse(read("electron-builder.yml"));
const schema: unknown = JSON.parse(read("node_modules/app-builder-lib/scheme.json"));

const system = z.object({ target: z.array(z.string()) });
const known = z.object({
  electronFuses: z.record(z.string(), z.boolean()),
  electronLanguages: z.array(z.string()),
  win: system,
  mac: system.extend({ hardenedRuntime: z.literal(true), entitlements: z.string() }),
  linux: system,
  artifactName: z.string(),
  portable: z.object({ artifactName: z.string(), unpackDirName: z.unknown() }),
});
const { electronFuses, electronLanguages, win, mac, linux, ...names } = known.parse(config);

describe("electron-builder.yml", () => {
  // Its own schema uses words that Ajv does not know; what it forbids is the same.
  const validate = new Ajv({ strict: false, allErrors: true }).compile(
    z.record(z.string(), z.unknown()).parse(schema),
  );

  it("is what the installed electron-builder's schema takes", () => {
    expect(validate(config) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...z.object({}).loose().parse(config), asra: true })).toBe(false);
  });

  it("makes what docs/packaging.md says", () => {
    expect([win.target, mac.target, linux.target]).toEqual([
      ["nsis", "msi", "portable"],
      ["dmg", "zip"],
      ["AppImage", "deb"],
    ]);
    for (const target of ["NSIS", "MSI", "portable", "disk image", "zip", "AppImage", "deb"])
      expect(read("docs/packaging.md"), target).toContain(target);
    // Both are .exe files.
    expect(names.portable.artifactName).not.toBe(names.artifactName);
  });

  it("unpacks the portable file to another folder at each start, so that the second empties none that is in use", () => {
    expect(names.portable.unpackDirName).toBe(true);
    // What the installed electron-builder makes of it: without that name NSIS takes a folder of the start's own.
    const target = read("node_modules/app-builder-lib/out/targets/nsis/NsisTarget.js");
    expect(target).toMatch(
      /if \(typeof unpackDirName === "string" \|\| !unpackDirName\) \{\s+defines\.UNPACK_DIR_NAME/,
    );
    const script = read("node_modules/app-builder-lib/templates/nsis/portable.nsi");
    expect(script).toContain(String.raw`StrCpy $INSTDIR "$PLUGINSDIR\app"`);
  });

  it("sets every fuse that the installed electron-builder knows", () => {
    const { definitions } = z
      .object({
        definitions: z.object({ FuseOptionsV1: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
      })
      .parse(schema);
    const fuses = Object.keys(definitions.FuseOptionsV1.properties).filter(
      (name) => name !== "resetAdHocDarwinSignature",
    );
    expect(fuses.length).toBeGreaterThan(7);
    expect(fuses.filter((name) => electronFuses[name] === undefined)).toEqual([]);
  });

  it("takes no code and no authority from Node's own variables and switches, nor from beside the archive", () => {
    expect(electronFuses).toMatchObject({
      runAsNode: false,
      // NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it("keeps Chromium's texts in each language that the app speaks", () => {
    const spoken = spokenLanguages.map(({ tag }) => tag.split("-")[0]);
    expect(electronLanguages.map((tag) => tag.split("-")[0]).toSorted()).toEqual(spoken.toSorted());
    // A region that Chromium has no texts for would keep Spain's, or none: en-US it has, es-US not.
    expect(electronLanguages.filter((tag) => tag.includes("-"))).toEqual(["en-US"]);
  });
});

describe("docs/packaging.md", () => {
  const page = read("docs/packaging.md");
  const release = read(".github/workflows/release.yml");

  it("says of each variable and secret that a signed release takes what it is, and names no other", () => {
    const inWorkflow = [...release.matchAll(/\$\{\{ (?:secrets|vars)\.(\w+) \}\}/g)].map(
      ([, name = ""]) => name,
    );
    const ofUpdates = (name: string): boolean => name.startsWith("FRONT_DESK_");
    expect(inWorkflow.filter((name) => !ofUpdates(name)).toSorted()).toEqual(signingVariables.toSorted());
    expect(inWorkflow.filter(ofUpdates).toSorted()).toEqual([
      "FRONT_DESK_UPDATE_KEYS",
      "FRONT_DESK_UPDATE_SIGNING_KEY",
    ]);
    for (const name of inWorkflow.filter(ofUpdates)) expect(read("docs/updates.md")).toContain(name);
    const inPage = new Set(page.match(/\b(?:WIN_CSC|CSC|APPLE|AZURE)_[A-Z_]+\b/g));
    expect([...inPage].toSorted()).toEqual([...new Set(signingVariables)].toSorted());
  });

  it("names variables that electron-builder reads, but for Azure's, which are handed over as options", () => {
    const source = [
      "mac/MacTargetHelper.js",
      "codeSign/windowsSignToolManager.js",
      "platformPackager.js",
      "winPackager.js",
      "macPackager.js",
    ]
      .map((file) => read(`node_modules/app-builder-lib/out/${file}`))
      .join("\n");
    const named = signingVariables.filter((name) => !name.startsWith("AZURE_"));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });

  it("names scripts and files that are there", () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read("package.json")));
    const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named).toContain("reproducible");
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
