// electron-builder calls this for each processor, after the files are in place and before anything is signed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeBill } from "../scripts/materials/packed.ts";

/** electron-builder's `Arch`, by its number. */
const processors = new Map([
  [1, "x64"],
  [3, "arm64"],
]);
const keychainSuffix = { win32: "-msvc", darwin: "", linux: "-gnu" };

/** The native modules that a package for that system and processor cannot do without, below node_modules. */
export function nativeModules(platform, processor) {
  const target = `${platform}-${processor}`;
  const keychain = `${target}${keychainSuffix[platform] ?? ""}`;
  return [
    `better-sqlite3-multiple-ciphers/prebuilds/${target}.node`,
    `@napi-rs/keyring-${keychain}/keyring.${keychain}.node`,
  ];
}

/**
 * Stops a package that would keep nothing: npm installs the keychain's module only for the computer it runs
 * on, and an app without it would start, and forget everything when it quits.
 */
function demandNativeModules(resources, platform, processor) {
  const modules = join(resources, "app.asar.unpacked", "node_modules");
  const missing = nativeModules(platform, processor).filter((file) => !existsSync(join(modules, file)));
  if (missing.length > 0)
    throw new Error(`Not in the package: ${missing.join(", ")}. docs/packaging.md says how to get it.`);
}

/** Where Electron's executables carry their switches: this text, a version, their number, one digit a switch. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** Eight that electron-builder sets, and WebAssembly's trap handlers, which stay as Electron delivers them: on. */
const knownFuses = 9;

/** Stops a package with a switch that electron-builder.yml does not speak of: a newer Electron has one more. */
function demandKnownFuses(file) {
  const program = readFileSync(file);
  const at = program.indexOf(sentinel);
  const count = at === -1 ? 0 : program[at + sentinel.length + 1];
  if (count !== knownFuses)
    throw new Error(
      `Electron has ${count} fuses and ${knownFuses} are known. docs/packaging.md says what to do.`,
    );
}

/** The file with Electron's code. */
function programFile(packager, appOutDir, platform) {
  const { productFilename } = packager.appInfo;
  if (platform === "win32") return join(appOutDir, `${productFilename}.exe`);
  if (platform === "linux") return join(appOutDir, packager.executableName);
  const framework = "Contents/Frameworks/Electron Framework.framework/Electron Framework";
  return join(appOutDir, `${productFilename}.app`, framework);
}

export async function afterPack({ outDir, appOutDir, electronPlatformName, arch, packager }) {
  const processor = processors.get(arch);
  if (processor === undefined) throw new Error("Front Desk is packaged for x64 and arm64 only.");
  const resources = packager.getResourcesDir(appOutDir);
  demandNativeModules(resources, electronPlatformName, processor);
  demandKnownFuses(programFile(packager, appOutDir, electronPlatformName));
  const { version } = packager.appInfo;
  writeBill({
    root: packager.projectDir,
    resources,
    electron: packager.info.framework.version,
    target: `${electronPlatformName}-${processor}`,
    output: join(
      outDir,
      `front-desk-${version}-${packager.platform.buildConfigurationKey}-${processor}.cdx.json`,
    ),
  });
}
