import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { UsageError } from "../usage-error.ts";

/** What the search may look at; a parameter so that it can be tested. */
export interface Surroundings {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isExecutable: (path: string) => boolean;
}

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const installedOnMac = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Finds an installed Chromium: `CHROMIUM_PATH` first, then the path, then where installers usually put it.
 * @throws Error with one line for the person at the terminal.
 */
export function findChromium(surroundings: Surroundings): string {
  const { platform, environment, isExecutable } = surroundings;
  const chosen = environment["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (isExecutable(chosen)) return chosen;
    throw new UsageError(`CHROMIUM_PATH is ${chosen}, which is not an executable file`);
  }
  const onPath = (environment["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, platform === "win32" ? `${name}.exe` : name)));
  const windowsFolders = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
    .map((name) => environment[name])
    .filter((folder) => folder !== undefined);
  const installed =
    platform === "darwin"
      ? installedOnMac
      : windowsFolders.flatMap((folder) => [
          join(folder, "Chromium", "Application", "chrome.exe"),
          join(folder, "Google", "Chrome", "Application", "chrome.exe"),
        ]);
  const found = [...onPath, ...installed].find(isExecutable);
  if (found === undefined) {
    throw new UsageError(
      "no Chromium found: install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable",
    );
  }
  return found;
}

/** The real computer, for `findChromium`. */
export function realSurroundings(): Surroundings {
  return {
    platform: process.platform,
    environment: process.env,
    isExecutable: (path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
  };
}
