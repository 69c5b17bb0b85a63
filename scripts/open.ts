import { spawn } from "node:child_process";
import { join } from "node:path";
import { hostEnvironment } from "../tools/chromium-host/launch.ts";
import { build } from "./build.ts";
import { fetchElectron, whyNotHere } from "./electron-program.ts";
import { systemPackages } from "./system-packages.mjs";

const root = join(import.meta.dirname, "..");

/** True when a window can be shown. */
const hasDisplay = (): boolean =>
  process.platform !== "linux" || Boolean(process.env["DISPLAY"]) || Boolean(process.env["WAYLAND_DISPLAY"]);

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env });
    child.on("exit", (status) => resolve(status ?? 1));
  });
}

const isReal = fetchElectron();
if (!isReal) {
  console.log("Electron's binary cannot be downloaded here: Front Desk opens in the Chromium host instead.");
  if (!systemPackages("host")) process.exit(1);
}
const problem = isReal ? whyNotHere() : null;
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
console.log("Building…");
await build();
const asTour = process.argv.includes("--tour");
if (asTour || !hasDisplay()) {
  if (!asTour) console.log("There is no display: the tour runs instead.");
  process.exit(
    await run(process.execPath, [join(root, "scripts/tour.ts"), ...process.argv.slice(2)], process.env),
  );
}
const electron = join(root, "node_modules/electron/cli.js");
const env = isReal ? process.env : { ...process.env, ...hostEnvironment() };
process.exit(await run(process.execPath, [electron, root, ...process.argv.slice(2)], env));
