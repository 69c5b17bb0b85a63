import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AppPackage } from "./app.ts";
import { UsageError } from "./usage-error.ts";

/** The app, and the script to start it with. */
export interface LoadedPackage {
  readonly appPackage: AppPackage;
  readonly mainScript: string;
  readonly isModule: boolean;
}

interface PackageJson {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
  readonly type?: string;
}

/**
 * Reads an app as `electron PATH` does: a folder with a package.json, or a single script.
 * @throws Error with one line for the person at the terminal.
 */
export function readAppPackage(path: string): LoadedPackage {
  const full = resolve(path);
  if (!existsSync(full)) throw new UsageError(`Cannot find the app ${full}`);
  const isFolder = statSync(full).isDirectory();
  const folder = isFolder ? full : dirname(full);
  const file = join(folder, "package.json");
  const json: PackageJson = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const mainScript = isFolder ? join(full, json.main ?? "index.js") : full;
  if (!existsSync(mainScript)) throw new UsageError(`Cannot find ${mainScript}: build the app first`);
  const isModule = mainScript.endsWith(".mjs") || (json.type === "module" && !mainScript.endsWith(".cjs"));
  const name = json.productName ?? json.name ?? "Electron";
  return { appPackage: { folder, name, version: json.version ?? "" }, mainScript, isModule };
}
