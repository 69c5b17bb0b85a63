import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;

/** The version of a peer, as the bench's own package.json pins it. */
export function peerVersions(): Readonly<Record<string, string>> {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return (manifest as { readonly dependencies: Record<string, string> }).dependencies;
}

/** Installs the peers as the lock file has them, without their install scripts, unless they are there. */
export function installPeers(): void {
  const names = Object.entries(peerVersions());
  const isThere = names.every(([name, version]) => {
    const file = join(folder, "node_modules", name, "package.json");
    return (
      existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version === version
    );
  });
  if (isThere) return;
  process.stderr.write("Installing what is measured against …\n");
  execFileSync("npm", ["ci", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

/**
 * A peer's module. They are installed by the bench alone, so the project's type check does not see them: the caller
 * names the part that it uses. Those of CommonJS have all under `default`.
 */
export async function peer<T>(name: string): Promise<T> {
  const loaded = (await import(name)) as { readonly default?: T } & T;
  return loaded.default ?? loaded;
}
