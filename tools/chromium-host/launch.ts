import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The variable that makes the `electron` package start the Chromium host instead of its own binary. */
export interface HostEnvironment {
  readonly ELECTRON_OVERRIDE_DIST_PATH: string;
}

/** The environment for the Chromium host. It must be set before the `electron` package is first loaded. */
export function hostEnvironment(): HostEnvironment {
  return { ELECTRON_OVERRIDE_DIST_PATH: fileURLToPath(new URL("dist-path", import.meta.url)) };
}

/** Whether the `electron` package has its own binary here, so that the host is not needed. */
export function electronBinaryAvailable(): boolean {
  const folder = dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  const pathFile = join(folder, "path.txt");
  return existsSync(pathFile) && existsSync(join(folder, "dist", readFileSync(pathFile, "utf8")));
}
