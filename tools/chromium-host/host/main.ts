// Where the Chromium host starts, in place of Electron's own executable: see ../README.md.
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readAppPackage } from "./app-package.ts";
import type { LoadedPackage } from "./app-package.ts";
import { createAppPaths } from "./app-paths.ts";
import { chromiumVersion, startChromium } from "./chromium/chromium-process.ts";
import { findChromium, realSurroundings } from "./chromium/find-chromium.ts";
import { watchTargets } from "./chromium/targets.ts";
import { readCommandLine, readInvocation } from "./command-line.ts";
import { setCurrentElectron } from "./current-electron.ts";
import { createElectron } from "./electron-api.ts";

/** Chromium's version, asked of the executable only where somebody wants it before Chromium runs and says it itself. */
let chrome: string | undefined;

/** Shapes `process` as an Electron main process has it. */
function becomeElectronProcess(executable: string, args: readonly string[]): void {
  process.argv = [executable, ...args];
  const electronVersion: string = createRequire(import.meta.url)("electron/package.json").version;
  const versions = Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(process.versions),
    electron: { value: electronVersion, enumerable: true },
    chrome: {
      enumerable: true,
      get: () => (chrome ??= chromiumVersion(findChromium(realSurroundings()))),
    },
  });
  Object.defineProperty(process, "versions", { value: versions, configurable: true, enumerable: true });
  Object.defineProperty(process, "type", { value: "browser", configurable: true, enumerable: true });
  Object.defineProperty(process, "defaultApp", { value: true, configurable: true, enumerable: true });
}

/** Lets `require("electron")` and `import "electron"` find this host, from any module of the app. */
import { UsageError } from "./usage-error.ts";
function answerForElectron(): void {
  const url = new URL("electron-module.ts", import.meta.url).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common))?$/.test(specifier) ? { url, shortCircuit: true } : next(specifier, context),
  });
}

/** Electron quits on the first of these and leaves the second to the system; errors nobody catches are shown, and the app goes on. */
function handleSignalsAndErrors(quit: () => void): void {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, quit);
  const report = (error: unknown): void => {
    if (process.listenerCount("uncaughtException") > 1) return;
    console.error("A JavaScript error occurred in the main process:", error);
  };
  process.on("uncaughtException", report);
}

async function loadMain({ mainScript, isModule }: LoadedPackage): Promise<void> {
  if (isModule) await import(pathToFileURL(mainScript).href);
  else createRequire(mainScript)(mainScript);
}

async function run(): Promise<void> {
  const args = process.argv.slice(2);
  const { application, preloadModules } = readInvocation(args);
  if (application === undefined) throw new UsageError("say which app to start, e.g. `electron .`");
  const loaded = readAppPackage(application);
  const chromiumPath = findChromium(realSurroundings());
  const commandLine = readCommandLine(args);
  const executable = process.env["CHROMIUM_HOST_EXECUTABLE"] ?? process.execPath;
  becomeElectronProcess(executable, args);
  const paths = createAppPaths({
    appName: loaded.appPackage.name,
    executable,
    userDataSwitch: commandLine.getSwitchValue("user-data-dir"),
  });

  const { api, start } = createElectron({ appPackage: loaded.appPackage, paths, commandLine });
  setCurrentElectron(api);
  answerForElectron();
  handleSignalsAndErrors(() => api.app.quit());

  const requireFromHere = createRequire(join(process.cwd(), "electron"));
  for (const module of preloadModules) requireFromHere(module);
  await loadMain(loaded);
  if (api.app.isEnding) return;

  const chromium = await startChromium({
    executable: chromiumPath,
    commandLine,
    userData: paths.get("sessionData"),
  });
  chrome = chromium.version;
  chromium.connection.onClose(() => {
    if (api.app.isEnding) return;
    void chromium.lastWords().then((words) => {
      process.stderr.write(`chromium-host: Chromium ended unexpectedly, ${words}\n`);
      process.exit(1);
    });
  });
  const targets = await watchTargets(chromium);
  start({ chromium, targets });
}

run().catch((error: unknown) => {
  if (error instanceof UsageError) process.stderr.write(`chromium-host: ${error.message}\n`);
  else console.error("App threw an error during load", error);
  process.exit(1);
});
