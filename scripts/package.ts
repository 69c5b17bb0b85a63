import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.ts";
import { missingForSigning, signingOptions, withoutEmpty } from "./packaging/signing.ts";

/**
 * npm run package: builds, and packs for this system and this processor into release/.
 * `--arm64`, `--x64`: for the other one. `--dir`: no installers. `--signed`: signed and notarized, or not at all.
 * `--prebuilt`: what is in dist/ already. What follows `--` is for electron-builder.
 */
const root = join(import.meta.dirname, "..");
const flags = { dir: false, signed: false, prebuilt: false, x64: false, arm64: false };
type Flags = Readonly<typeof flags>;

/** electron-builder's arguments. */
export function builderArguments(platform: NodeJS.Platform, own: string, given: Flags): readonly string[] {
  const processor = given.arm64 ? "arm64" : given.x64 ? "x64" : own;
  const system = platform === "win32" ? "--win" : platform === "darwin" ? "--mac" : "--linux";
  // The MSI tool knows no arm64: it would call a package for it one for x64.
  const targets = system === "--win" && processor === "arm64" && !given.dir ? ["nsis", "portable"] : [];
  return [system, ...targets, `--${processor}`, ...(given.dir ? ["--dir"] : []), "--publish=never"];
}

/** Apple's key as a file, which is what is wanted, where the variable has the key itself. */
function withKeyFile(variables: Record<string, string>, folder: string): Record<string, string> {
  const { APPLE_API_KEY: key = "" } = variables;
  if (!key.includes("PRIVATE KEY")) return variables;
  const file = join(folder, "key.p8");
  writeFileSync(file, key, { mode: 0o600 });
  return { ...variables, APPLE_API_KEY: file };
}

async function main(): Promise<number> {
  const options = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: "boolean" as const }]));
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const given: Flags = { ...flags, ...values };
  const variables = withoutEmpty(process.env);
  const missing = given.signed ? missingForSigning(process.platform, variables) : [];
  for (const line of missing) console.error(line);
  if (missing.length > 0) return 1;
  if (!given.prebuilt) await build({ forPackage: true });
  const folder = mkdtempSync(join(tmpdir(), "front-desk-package-"));
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        join(root, "node_modules/electron-builder/cli.js"),
        ...builderArguments(process.platform, process.arch, given),
        ...(given.signed ? signingOptions(process.platform, variables) : []),
        ...positionals,
      ],
      { cwd: root, stdio: "inherit", env: withKeyFile(variables, folder) },
    );
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = await main();
