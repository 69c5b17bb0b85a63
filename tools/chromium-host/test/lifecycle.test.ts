import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { chromiumsOf, createSampleApp, launchSample, launchWithPage } from "./sample-app.ts";
import type { SampleApp } from "./sample-app.ts";
import { hostEnvironment } from "../launch.ts";

const samples: SampleApp[] = [];
const running: ChildProcess[] = [];

function sampleOf(main?: string): SampleApp {
  const sample = createSampleApp(main === undefined ? {} : { main });
  samples.push(sample);
  return sample;
}

afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  for (const sample of samples.splice(0)) await sample.remove();
});

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs a sample as `electron FOLDER`, without Playwright. */
function runPlainly(sample: SampleApp, ...words: string[]) {
  const executable = `${hostEnvironment().ELECTRON_OVERRIDE_DIST_PATH}/electron`;
  const child = spawn(executable, [sample.folder, `--user-data-dir=${sample.userData}`, ...words]);
  const chunks: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk.toString("utf8")));
  const ended: Promise<Ended> = once(child, "close").then(([code, signal]) => ({
    code,
    signal,
    output: chunks.join(""),
  }));
  running.push(child);
  const says = (text: string): Promise<void> => expect.poll(() => chunks.join("")).toContain(text);
  return { child, ended, says };
}

const recording = `
for (const name of ["before-quit", "will-quit", "quit", "window-all-closed"]) app.on(name, () => console.log(name));
function open() {
  const window = new BrowserWindow({ webPreferences: { preload } });
  window.on("close", () => console.log("close"));
  window.on("closed", () => console.log("closed"));
  return window;
}
`;

function namesIn(output: string): string[] {
  const names = /^(ready|before-quit|will-quit|quit|close|closed|window-all-closed|prevented)$/;
  return output.split("\n").filter((line) => names.test(line));
}

describe("quitting", () => {
  it("closes windows between before-quit and will-quit, and ends with 0", async () => {
    const main = `${recording}
      app.whenReady().then(async () => {
        protocol.handle("app", serve);
        await open().loadURL("app://desk/index.html");
        app.quit();
      });`;
    const { ended } = runPlainly(sampleOf(main));
    const { code, output } = await ended;
    expect(namesIn(output)).toEqual(["before-quit", "close", "closed", "will-quit", "quit"]);
    expect(code).toBe(0);
  });

  it("stays when before-quit or a window's close is prevented", async () => {
    const main = `${recording}
      app.whenReady().then(async () => {
        protocol.handle("app", serve);
        const window = open();
        await window.loadURL("app://desk/index.html");
        app.once("before-quit", (event) => event.preventDefault());
        app.quit();
        window.once("close", (event) => { event.preventDefault(); console.log("prevented"); });
        app.quit();
        console.log(window.isDestroyed() ? "gone" : "there");
        app.quit();
      });`;
    const { output } = await runPlainly(sampleOf(main)).ended;
    expect(namesIn(output)).toEqual([
      "before-quit",
      "before-quit",
      "close",
      "prevented",
      "before-quit",
      "close",
      "closed",
      "will-quit",
      "quit",
    ]);
    expect(output).toContain("there");
  });

  it("closes the other windows although one stays", async () => {
    const main = `${recording}
      app.whenReady().then(async () => {
        protocol.handle("app", serve);
        const [stays, goes] = [open(), open()];
        await Promise.all([stays, goes].map((window) => window.loadURL("app://desk/index.html")));
        stays.once("close", (event) => { event.preventDefault(); console.log("prevented"); });
        goes.once("closed", () => {
          console.log(stays.isDestroyed() ? "gone" : "there");
          app.exit(5);
        });
        app.quit();
      });`;
    const { output, code } = await runPlainly(sampleOf(main)).ended;
    expect(namesIn(output).slice(0, 4)).toEqual(["before-quit", "close", "prevented", "close"]);
    expect(output).toContain("there");
    expect(code).toBe(5);
  });

  it("emits window-all-closed instead of quitting when the app listens for it", async () => {
    const main = `${recording}
      app.whenReady().then(() => { open().close(); });
      app.on("window-all-closed", () => app.exit(7));`;
    const { code, output } = await runPlainly(sampleOf(main)).ended;
    expect(namesIn(output)).toEqual(["close", "closed", "window-all-closed", "quit"]);
    expect(code).toBe(7);
  });

  it("lets a page's beforeunload keep the window", async () => {
    const sample = sampleOf(`
      app.whenReady().then(() => {
        protocol.handle("app", serve);
        const window = new BrowserWindow({ webPreferences: { preload } });
        window.webContents.on("will-prevent-unload", () => console.log("kept"));
        return window.loadURL("app://desk/index.html").then(async () => {
          await window.webContents.executeJavaScript("addEventListener('beforeunload', (e) => e.preventDefault())", true);
          window.close();
          window.webContents.once("will-prevent-unload", () => setTimeout(() => {
            console.log(window.isDestroyed() ? "lost" : "still here");
            window.destroy();
          }, 100));
        });
      });`);
    const { output } = await runPlainly(sample).ended;
    expect(output).toContain("kept\nstill here\n");
  });

  it("quits in good order on SIGTERM", async () => {
    const main = `${recording}
      app.whenReady().then(async () => { protocol.handle("app", serve); await open().loadURL("app://desk/index.html"); console.log("ready"); });`;
    const { child, ended, says } = runPlainly(sampleOf(main));
    await says("ready\n");
    child.kill("SIGTERM");
    const { code, output } = await ended;
    expect(namesIn(output)).toEqual(["ready", "before-quit", "close", "closed", "will-quit", "quit"]);
    expect(code).toBe(0);
  });

  it("takes the first SIGTERM for a wish to quit, and leaves the second to the system", async () => {
    const main = `${recording}
      app.on("will-quit", (event) => event.preventDefault());
      app.whenReady().then(() => console.log("ready"));`;
    const { child, ended, says } = runPlainly(sampleOf(main));
    await says("ready\n");
    child.kill("SIGTERM");
    await says("will-quit");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGTERM" });
  });

  it("leaves no Chromium behind when the main process is killed", async () => {
    const sample = sampleOf();
    const { app } = await launchWithPage(sample);
    running.push(app.process());
    expect(await chromiumsOf(sample)).toBeGreaterThan(0);
    const exited = once(app.process(), "exit");
    app.process().kill("SIGKILL");
    await exited;
    await expect.poll(() => chromiumsOf(sample)).toBe(0);
  });

  it("starts again at once after a kill, with what pages had stored", async () => {
    const sample = sampleOf(`
      app.whenReady().then(async () => {
        protocol.handle("app", serve);
        const window = new BrowserWindow({ webPreferences: { preload } });
        await window.loadURL("app://desk/index.html");
        console.log("stored " + (await window.webContents.executeJavaScript("localStorage.getItem('kept')")));
        await window.webContents.executeJavaScript("localStorage.setItem('kept', 'yes')");
        if (process.argv.includes("--stay")) console.log("staying"); else app.quit();
      });`);
    expect((await runPlainly(sample).ended).output).toContain("stored null");
    const second = runPlainly(sample, "--stay");
    await second.says("staying");
    second.child.kill("SIGKILL");
    await second.ended;
    const { output, code } = await runPlainly(sample).ended;
    expect(output).toContain("stored yes");
    expect(code).toBe(0);
  });
});

describe("single instance", () => {
  it("gives the lock to one process and tells it of the second", async () => {
    const sample = sampleOf(`
      if (!app.requestSingleInstanceLock({ from: process.pid })) { console.log("second"); app.quit(); }
      else app.whenReady().then(() => console.log("ready"));
      app.on("second-instance", (_event, argv, folder, data) => {
        console.log("told " + argv.includes("--open-this") + " " + folder + " " + (data.from !== process.pid));
        app.quit();
      });`);
    const first = runPlainly(sample);
    await first.says("ready\n");
    const second = await runPlainly(sample, "--open-this").ended;
    expect(second.output).toContain("second");
    expect(second.code).toBe(0);
    expect((await first.ended).output).toContain(`told true ${process.cwd()} true`);
  });

  it("takes the lock over from a process that was killed", async () => {
    const sample = sampleOf(`
      console.log("lock " + app.requestSingleInstanceLock());
      if (process.argv.includes("--end")) app.quit();`);
    const first = runPlainly(sample);
    await first.says("lock true");
    first.child.kill("SIGKILL");
    await first.ended;
    expect((await runPlainly(sample, "--end").ended).output).toContain("lock true");
  });
});

describe("starting again", () => {
  it("has the arguments that relaunch is given, in place of its own", async () => {
    const sample = sampleOf(`
      const fs = process.getBuiltinModule("node:fs");
      const told = require("node:path").join(__dirname, "told");
      if (process.argv.includes("--again")) fs.writeFileSync(told, process.argv.slice(1).join("|"));
      else app.relaunch({ args: [process.argv[1], process.argv[2], "--again"] });
      app.quit();`);
    await runPlainly(sample, "--first").ended;
    const told = join(sample.folder, "told");
    await expect
      .poll(() => existsSync(told) && readFileSync(told, "utf8"))
      .toBe(`${sample.folder}|--user-data-dir=${sample.userData}|--again`);
  });
});

describe("starting another program after it", () => {
  it("is what relaunch does with a path: an AppImage has become another one meanwhile", async () => {
    const sample = sampleOf(`
      const { join } = require("node:path");
      const program = join(__dirname, "program");
      process.getBuiltinModule("node:fs").writeFileSync(program, '#!/bin/sh\\necho "$@" > "$0.ran"\\n', { mode: 0o755 });
      app.relaunch({ args: ["--again"], execPath: program });
      app.quit();`);
    await runPlainly(sample).ended;
    const told = join(sample.folder, "program.ran");
    await expect.poll(() => existsSync(told) && readFileSync(told, "utf8")).toBe("--again\n");
  });
});

describe("starting", () => {
  it("says in one line that there is no Chromium", async () => {
    const executable = `${hostEnvironment().ELECTRON_OVERRIDE_DIST_PATH}/electron`;
    const env = { ...process.env, CHROMIUM_PATH: "/nowhere/chromium" };
    const child = spawn(executable, [sampleOf().folder], { env });
    const chunks: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk.toString("utf8")));
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(chunks.join("").trim()).toBe(
      "chromium-host: CHROMIUM_PATH is /nowhere/chromium, which is not an executable file",
    );
  });

  it("starts an app written as a module", async () => {
    const sample = sampleOf();
    const script = join(sample.folder, "main.mjs");
    writeFileSync(
      script,
      `import { app, BrowserWindow } from "electron"; console.log(typeof BrowserWindow); app.exit(3);`,
    );
    const { code, output } = await runPlainly({ ...sample, folder: script }).ended;
    expect(output).toContain("function\n");
    expect(code).toBe(3);
  });

  it("ends with the error when the main script throws", async () => {
    const { code, output } = await runPlainly(sampleOf("throw new Error('broken main');")).ended;
    expect(output).toContain("broken main");
    expect(code).toBe(1);
  });

  it("shows the app the process, the paths and the versions of Electron", async () => {
    const sample = sampleOf(`
      app.whenReady().then(() => new BrowserWindow());`);
    const app = await launchSample(sample);
    running.push(app.process());
    await app.firstWindow();
    const facts = await app.evaluate(({ app: electron }) => ({
      name: electron.getName(),
      version: electron.getVersion(),
      packaged: electron.isPackaged,
      type: process.type,
      electron: process.versions.electron,
      chrome: process.versions.chrome,
      path: electron.getAppPath(),
      userData: electron.getPath("userData"),
      argv: process.argv.slice(1),
    }));
    expect(facts).toMatchObject({
      name: "Sample App",
      version: "1.2.3",
      packaged: false,
      type: "browser",
      path: sample.folder,
      userData: sample.userData,
      argv: [sample.folder, `--user-data-dir=${sample.userData}`],
    });
    expect(facts.electron).toMatch(/^45\./);
    expect(facts.chrome).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    await app.close();
  });
});
