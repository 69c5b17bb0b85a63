import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** `app.getPath` and `app.setPath`. */
export interface AppPaths {
  get(name: string): string;
  set(name: string, path: string): void;
}

/** What the places depend on. */
export interface PathFacts {
  readonly appName: string;
  readonly executable: string;
  /** The value of `--user-data-dir`, or empty text. */
  readonly userDataSwitch: string;
}

function appDataFolder(home: string): string {
  if (process.platform === "darwin") return join(home, "Library", "Application Support");
  if (process.platform === "win32") return process.env["APPDATA"] ?? join(home, "AppData", "Roaming");
  return process.env["XDG_CONFIG_HOME"] ?? join(home, ".config");
}

/** Knows the places Electron documents for `app.getPath`. */
export function createAppPaths(facts: PathFacts): AppPaths {
  const home = process.env["HOME"] ?? homedir();
  const chosen = new Map<string, string>();
  const appData = (): string => chosen.get("appData") ?? appDataFolder(home);
  if (facts.userDataSwitch !== "") chosen.set("userData", resolve(facts.userDataSwitch));

  const known: Readonly<Record<string, () => string>> = {
    home: () => home,
    appData,
    userData: () => join(appData(), facts.appName),
    sessionData: () => get("userData"),
    temp: () => tmpdir(),
    exe: () => facts.executable,
    module: () => facts.executable,
    desktop: () => join(home, "Desktop"),
    documents: () => join(home, "Documents"),
    downloads: () => join(home, "Downloads"),
    music: () => join(home, "Music"),
    pictures: () => join(home, "Pictures"),
    videos: () => join(home, "Videos"),
    logs: () =>
      process.platform === "darwin"
        ? join(home, "Library", "Logs", facts.appName)
        : join(get("userData"), "logs"),
    crashDumps: () => join(get("userData"), "Crashpad"),
  };
  const get = (name: string): string => {
    const path = chosen.get(name) ?? known[name]?.();
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  };

  return {
    get,
    set: (name, path) => {
      if (!(name in known)) throw new Error("Failed to set path");
      if (resolve(path) !== path) throw new Error("Path must be absolute");
      chosen.set(name, path);
    },
  };
}
