// Runs on whatever Node the computer has (20 or newer), before anything is installed: no packages, no
// TypeScript.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");
const modules = join(root, "node_modules");
const stamp = join(modules, ".front-desk-lock");

/** The Node that package.json pins; the scripts, the tests and the Chromium host run on it. */
export const pinnedNode = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** This environment with the pinned Node and the installed commands first on the path. */
export function environment() {
  const separator = process.platform === "win32" ? ";" : ":";
  const path = process.env.PATH ?? process.env.Path ?? "";
  return { ...process.env, PATH: [join(modules, ".bin"), path].join(separator) };
}

/** What package-lock.json names, in short. */
export const lockDigest = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

/** Installs what package-lock.json names, unless exactly that is installed. Ends the process when it cannot. */
export function install() {
  const wanted = lockDigest();
  if (existsSync(pinnedNode) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages…");
  // npm's own scripts find their node on the path: not yet the pinned one, which is being installed. Other people's
  // packages warn of what nobody here can change (that same node above all), so npm is heard when it fails.
  const { status, stdout, stderr, error } = spawnSync("npm", ["ci"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024,
    shell: process.platform === "win32",
  });
  if (status !== 0 || !existsSync(pinnedNode)) {
    for (const said of [stdout, stderr, error]) if (said) console.error(said);
    console.error("The packages could not be installed; npm's message above says why.");
    process.exit(1);
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, wanted);
}

if (import.meta.main) install();

/** Runs a script or command on the pinned Node and answers its exit status. */
export function runNode(args, options = {}) {
  const result = spawnSync(pinnedNode, args, { cwd: root, stdio: "inherit", env: environment(), ...options });
  return result.status ?? 1;
}
