import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { electronBinaryAvailable } from "../tools/chromium-host/launch.ts";
import { sandboxFacts, sandboxHint } from "./sandbox-hint.ts";

const electron = join(import.meta.dirname, "..", "node_modules", "electron");

/** Downloads Electron's program unless it is there. False when its release page cannot be reached. */
export function fetchElectron(): boolean {
  if (electronBinaryAvailable()) return true;
  const fetched = spawnSync(process.execPath, [join(electron, "install.js")], {
    stdio: "ignore",
    timeout: 300_000,
  });
  return fetched.status === 0 && electronBinaryAvailable();
}

/** Why Electron's program would not start on this computer, and what to do, for the terminal; null when it would. */
export function whyNotHere(): string | null {
  if (process.platform !== "linux") return null;
  return sandboxHint(sandboxFacts(join(electron, "dist", "chrome-sandbox")));
}
