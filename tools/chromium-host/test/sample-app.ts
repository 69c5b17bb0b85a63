import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { _electron } from "playwright";
import type { ElectronApplication, Page } from "playwright";
import { hostEnvironment } from "../launch.ts";

/** A small app in a temporary folder. */
export interface SampleApp {
  readonly folder: string;
  readonly userData: string;
  /** Waits for its Chromium to end first: it outlives a killed host by a moment, and makes its profile anew. */
  remove(): Promise<void>;
}

/** A running sample app with its first window. */
export interface RunningSample {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** The start of every sample's main script: an `app:` scheme that serves `pages`, and a log that tests read. */
const commonMain = `
const electron = require("electron");
const { app, BrowserWindow, Menu, dialog, ipcMain, nativeTheme, protocol, session, net } = electron;
globalThis.seen = [];
const preload = require("node:path").join(__dirname, "preload.cjs");
protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);
const policy = "default-src 'none'; script-src 'self'; frame-src 'self' about: blob:";
const pages = {
  "/index.html": ["text/html", "<!doctype html><title>Sample</title><h1>Sample</h1><script>window.inlineRan = true</script><script src='/page.js'></script>"],
  "/page.js": ["text/javascript", "window.scriptRan = true"],
  "/other.html": ["text/html", "<!doctype html><title>Other</title>"],
};
function serve(request) {
  const url = new URL(request.url);
  seen.push("GET " + request.url);
  if (url.pathname === "/redirect") return new Response(null, { status: 302, headers: { location: "app://desk/other.html" } });
  const page = pages[url.pathname];
  if (page === undefined) return new Response("not here", { status: 404 });
  return new Response(page[1], { headers: { "content-type": page[0], "content-security-policy": policy } });
}
`;

const standardMain = `${commonMain}
app.whenReady().then(() => {
  protocol.handle("app", serve);
  const window = new BrowserWindow({ width: 900, height: 650, minWidth: 500, webPreferences: { preload } });
  return window.loadURL("app://desk/index.html");
});
`;

const standardPreload = `
const { contextBridge, ipcRenderer } = require("electron");
contextBridge.exposeInMainWorld("desk", {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  sendFunction: () => ipcRenderer.send("x", () => 1),
  listen: (channel, callback) => { ipcRenderer.on(channel, (_event, ...args) => callback(...args)); },
  double: (value) => value * 2,
  fail: () => { throw new TypeError("not today"); },
  failWithText: () => { throw "not today"; },
  keep: (value) => typeof value,
  callBack: async (callback) => "got " + (await callback(20)),
  nested: { list: [1, { deep: true }] },
  modules: ["events", "timers", "url", "fs", "child_process"].map((name) => { try { require(name); return name; } catch { return "no " + name; } }),
  process: { type: process.type, sandboxed: process.sandboxed, contextIsolated: process.contextIsolated, electron: process.versions.electron },
});
`;

/** Writes a sample app. `main` is added after the common part, or is the standard window. */
export function createSampleApp(options: Readonly<{ main?: string; preload?: string }> = {}): SampleApp {
  const folder = mkdtempSync(join(tmpdir(), "chromium-host-test-"));
  const manifest = { name: "sample", productName: "Sample App", version: "1.2.3", main: "main.cjs" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const main = options.main === undefined ? standardMain : commonMain + options.main;
  writeFileSync(join(folder, "main.cjs"), main);
  writeFileSync(join(folder, "preload.cjs"), options.preload ?? standardPreload);
  const userData = join(folder, "user data");
  const remove = async (): Promise<void> => {
    while ((await chromiumsOf({ userData })) > 0) await setTimeout(20);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, userData, remove };
}

/** How many processes of Chromium work for this sample. */
export async function chromiumsOf({ userData }: Pick<SampleApp, "userData">): Promise<number> {
  const child = spawn("ps", ["axww", "-o", "args"], { stdio: ["ignore", "pipe", "ignore"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  const lines = Buffer.concat(chunks).toString("utf8").split("\n");
  return lines.filter((line) => line.includes(`--user-data-dir=${userData}/Chromium Host`)).length;
}

/** Starts a sample app with Playwright, as the tests of any Electron app do. */
export async function launchSample(sample: SampleApp): Promise<ElectronApplication> {
  Object.assign(process.env, hostEnvironment());
  return _electron.launch({ args: [sample.folder, `--user-data-dir=${sample.userData}`], timeout: 60_000 });
}

/** Starts a sample app and waits until its first page has loaded. */
export async function launchWithPage(sample: SampleApp): Promise<RunningSample> {
  const app = await launchSample(sample);
  const page = await app.firstWindow();
  await page.waitForURL("**/index.html");
  return { app, page };
}

/** Ends a sample app whatever its windows have against it. */
export async function endSample(app: ElectronApplication): Promise<void> {
  const child = app.process();
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
  child.kill("SIGKILL");
  await exited;
}
