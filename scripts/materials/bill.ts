import { createHash } from "node:crypto";
import type { Bundled } from "./collect.ts";
import type { Compiled, NativePackage } from "./native.ts";

/** A file of the package, by its place in it, and its SHA-256 in hex. */
export type PackedFile = { readonly path: string; readonly digest: string };

export type BillParts = {
  readonly app: { readonly name: string; readonly version: string; readonly license: string };
  /** `linux-x64` */
  readonly target: string;
  readonly electron: string;
  readonly bundled: Bundled;
  /** Those whose folder is in the archive. */
  readonly native: readonly NativePackage[];
  /** The archive, and what lies beside it. */
  readonly files: readonly PackedFile[];
};

type Component = Readonly<Record<string, unknown>> & { readonly "bom-ref": string };

/** A package's address as purl-spec writes it: `pkg:npm/%40napi-rs/keyring@2.1.2`. */
const purl = (type: string, name: string, version: string): string =>
  `pkg:${type}/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;

const licensed = (license: string): readonly unknown[] => [
  /[ ()]/.test(license) ? { expression: license } : { license: { id: license } },
];
const seenIn = (files: readonly string[]): unknown => ({
  occurrences: files.map((location) => ({ location })),
});

function library(name: string, version: string, license: string): Component {
  const address = purl("npm", name, version);
  return {
    type: "library",
    "bom-ref": address,
    name,
    version,
    licenses: licensed(license),
    purl: address,
  };
}

const compiledIn =
  (holder: string) =>
  ({ name, version, license, from }: Compiled): Component => ({
    type: "library",
    "bom-ref": `${holder}#${name}@${version}`,
    name,
    version,
    licenses: licensed(license),
    purl: purl(from === "cargo" ? "cargo" : "generic", name, version),
  });

function nativeComponent(native: NativePackage): Component {
  const component = library(native.name, native.version, native.license);
  const compiled = native.compiled.map(compiledIn(component["bom-ref"]));
  return {
    ...component,
    evidence: seenIn([`node_modules/${native.folder}`]),
    ...(compiled.length === 0 ? {} : { components: compiled }),
  };
}

const file = ({ path, digest }: PackedFile): Component => ({
  type: "file",
  "bom-ref": path,
  name: path,
  hashes: [{ alg: "SHA-256", content: digest }],
});

/** From what it names, so that the same package has the same bill: a UUID of version 8 (RFC 9562). */
function serialNumber(content: string): string {
  const hex = createHash("sha256").update(content).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join("-")}`;
}

/**
 * The bill of materials of one package, as CycloneDX 1.6: what the bundles and the native modules are made of, Electron,
 * and the files by their digests. It has no date, so that it is the same for the same package.
 */
export function billOfMaterials(parts: BillParts): Readonly<Record<string, unknown>> {
  const { app, target, electron, bundled, native, files } = parts;
  const components: readonly Component[] = [
    { ...library("electron", electron, "MIT"), type: "framework" },
    ...bundled.packages.map(({ name, version, license, files: inside }) => ({
      ...library(name, version, license),
      evidence: seenIn(inside),
    })),
    ...native.map(nativeComponent),
    ...files.map(file),
  ];
  const content = {
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": app.name,
        name: app.name,
        version: app.version,
        licenses: licensed(app.license),
        properties: [{ name: "front-desk:target", value: target }],
      },
    },
    components,
    dependencies: [{ ref: app.name, dependsOn: components.map((component) => component["bom-ref"]) }],
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: serialNumber(JSON.stringify(content)),
    version: 1,
    ...content,
  };
}
