// electron-builder calls this for each processor, after the files are in place and before anything is signed.
import { existsSync } from "node:fs";
import { join } from "node:path";

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
export async function afterPack({ appOutDir, electronPlatformName, arch, packager }) {
  const processor = processors.get(arch);
  if (processor === undefined) throw new Error("Front Desk is packaged for x64 and arm64 only.");
  const modules = join(packager.getResourcesDir(appOutDir), "app.asar.unpacked", "node_modules");
  const missing = nativeModules(electronPlatformName, processor).filter(
    (file) => !existsSync(join(modules, file)),
  );
  if (missing.length > 0)
    throw new Error(`Not in the package: ${missing.join(", ")}. docs/packaging.md says how to get it.`);
}
