import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import type { AppPaths } from "./app-paths.ts";
import type { CommandLine } from "./command-line.ts";
import { createEvent } from "./event.ts";
import { createSingleInstance } from "./single-instance.ts";
import type { SingleInstance } from "./single-instance.ts";

/** The app's package, as its package.json tells. */
export interface AppPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** What `app` is made of. */
export interface AppParts {
  readonly appPackage: AppPackage;
  readonly paths: AppPaths;
  readonly commandLine: CommandLine;
  /** The open windows, oldest first. */
  readonly windows: () => readonly Readonly<{
    close(): void;
    destroy(): void;
    isDestroyed(): boolean;
    focus(): void;
  }>[];
  /** Ends Chromium, then this process. */
  readonly end: (exitCode: number) => Promise<void>;
  readonly chromiumUserAgent: () => string;
}

/** Electron's `app`. */
export class HostApp extends EventEmitter {
  readonly commandLine: CommandLine;
  readonly isPackaged = false;
  readonly dock = undefined;
  readonly #parts: AppParts;
  readonly #lock: SingleInstance;
  readonly #ready = Promise.withResolvers<void>();
  #name: string;
  #isReady = false;
  #relaunches: readonly [string, ...string[]] | null = null;
  #quitting = false;
  #exiting = false;
  #ended = false;
  #badgeCount = 0;

  constructor(parts: AppParts) {
    super();
    this.#parts = parts;
    this.#name = parts.appPackage.name;
    this.commandLine = parts.commandLine;
    this.#lock = createSingleInstance({
      userData: () => parts.paths.get("userData"),
      argv: () => process.argv,
      onSecond: ({ argv, workingDirectory, additionalData }) => {
        this.emit("second-instance", createEvent({}), argv, workingDirectory, additionalData ?? null);
      },
    });
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }
  isReady(): boolean {
    return this.#isReady;
  }
  /** Says that everything is there; for the host only. `emit` may have been replaced by a test tool, so it is looked up. */
  becomeReady(): void {
    this.#isReady = true;
    this.emit("ready", createEvent({}), {});
    this.#ready.resolve();
  }
  /** Whether the app is on its way out; for the host only. */
  get isEnding(): boolean {
    return this.#ended;
  }

  // The order of events is that of https://www.electronjs.org/docs/latest/api/app#appquit
  quit(): void {
    if (this.#quitting) return;
    const event = createEvent({});
    this.#quitting = true;
    this.emit("before-quit", event);
    if (event.defaultPrevented) {
      this.#quitting = false;
      return;
    }
    const windows = this.#parts.windows();
    if (windows.length === 0) this.#finishQuit();
    // One that stays cancels the quitting, and the others close all the same.
    for (const window of windows) if (!window.isDestroyed()) window.close();
  }
  /** Starts the same command again once this one ends, or that program, with these arguments where they are given. */
  relaunch(options?: Readonly<{ args?: readonly string[]; execPath?: string }>): void {
    const [own = ""] = process.argv;
    this.#relaunches = [options?.execPath ?? own, ...(options?.args ?? process.argv.slice(1))];
  }
  exit(exitCode = 0): void {
    // Without asking: neither before-quit nor will-quit is emitted, whatever windows go now.
    this.#quitting = true;
    this.#exiting = true;
    for (const window of this.#parts.windows()) if (!window.isDestroyed()) window.destroy();
    this.#end(exitCode);
  }
  /** A window did not let itself be closed; for the host only. */
  cancelQuit(): void {
    this.#quitting = false;
  }
  /** A window is gone; for the host only. */
  noteWindowClosed(): void {
    if (this.#parts.windows().length > 0 || this.#ended || this.#exiting) return;
    if (this.#quitting) this.#finishQuit();
    else if (this.listenerCount("window-all-closed") > 0) this.emit("window-all-closed");
    else this.quit();
  }
  #finishQuit(): void {
    const event = createEvent({});
    this.emit("will-quit", event);
    if (event.defaultPrevented) this.#quitting = false;
    else this.#end(0);
  }
  #end(exitCode: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.emit("quit", createEvent({}), exitCode);
    this.#lock.release();
    if (this.#relaunches !== null) {
      const [executable, ...args] = this.#relaunches;
      spawn(executable, args, { detached: true, stdio: "ignore" }).unref();
    }
    void this.#parts.end(exitCode);
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.#lock.request(additionalData);
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock.has();
  }
  releaseSingleInstanceLock(): void {
    this.#lock.release();
  }

  getPath(name: string): string {
    return this.#parts.paths.get(name);
  }
  setPath(name: string, path: string): void {
    this.#parts.paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined) this.#parts.paths.set("logs", path);
  }
  getAppPath(): string {
    return this.#parts.appPackage.folder;
  }
  getVersion(): string {
    return this.#parts.appPackage.version;
  }
  getName(): string {
    return this.#name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
  }

  getLocale(): string {
    const chosen = this.commandLine.getSwitchValue("lang");
    return chosen === "" ? new Intl.DateTimeFormat().resolvedOptions().locale : chosen;
  }
  getSystemLocale(): string {
    return new Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getLocaleCountryCode(): string {
    return new Intl.Locale(this.getSystemLocale()).region ?? "";
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()];
  }

  focus(): void {
    this.#parts.windows()[0]?.focus();
  }
  hide(): void {}
  show(): void {}
  // Every page of Chromium is sandboxed already.
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {
    this.commandLine.appendSwitch("disable-gpu");
  }
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  showAboutPanel(): void {}
  setBadgeCount(count = 0): boolean {
    this.#badgeCount = count;
    return true;
  }
  getBadgeCount(): number {
    return this.#badgeCount;
  }
  get badgeCount(): number {
    return this.#badgeCount;
  }
  get userAgentFallback(): string {
    return this.#parts.chromiumUserAgent();
  }
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }
  setAccessibilitySupportEnabled(): void {}
  setAsDefaultProtocolClient(): boolean {
    return false;
  }
  configureHostResolver(): void {}
}
