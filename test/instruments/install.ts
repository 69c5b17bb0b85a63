import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = import.meta.dirname;
const stamp = join(folder, "node_modules", ".installed");

/**
 * Installs the instruments as the lock file has them, without their install scripts, unless they are there. Hundreds of packages, so they
 * stand apart from what everybody installs. Vitest calls it once, before the tests of this folder.
 */
function installInstruments(): void {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write("Installing what the description of the service is held to …\n");
  execFileSync("npm", ["ci", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}

export { installInstruments as setup };

/** An instrument's module. They are installed by these tests alone, so the types name the part that is used. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- what is not installed has no types
export const instrument = <T>(name: string): T => createRequire(import.meta.url)(name) as T;
