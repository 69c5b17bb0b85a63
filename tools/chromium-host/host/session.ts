import { EventEmitter } from "node:events";
import type { ProxyConfig } from "electron";
import { HostProtocol } from "./protocol.ts";
import type { Schemes } from "./protocol.ts";
import { createPermissions } from "./permissions.ts";
import type { Permissions } from "./permissions.ts";
import type { ProfileSetting } from "./chromium/profile-settings.ts";
import type { Engine } from "./engine.ts";
import { resolvedByConfig, toContextProxy, toProxySetting } from "./proxy-config.ts";
import { HostWebRequest } from "./web-request.ts";

interface SessionParts {
  readonly partition: string;
  readonly schemes: Schemes;
  readonly engine: Promise<Engine>;
  readonly storagePath: () => string | null;
  readonly chromiumUserAgent: () => string;
}

/** Electron's Session: the default one is Chromium's own profile, every other a browser context of its own. */
export class HostSession extends EventEmitter {
  readonly protocol: HostProtocol;
  readonly webRequest = new HostWebRequest();
  readonly permissions: Permissions;
  readonly #parts: SessionParts;
  #context: Promise<string | undefined> | undefined;
  #userAgent = "";
  #proxy: ProxyConfig = { mode: "system" };
  #settled: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionParts) {
    super();
    this.#parts = parts;
    this.protocol = new HostProtocol(parts.schemes);
    this.permissions = createPermissions({
      engine: parts.engine,
      browserContext: () => this.browserContext(),
    });
  }

  /** Chromium's name for this session's storage; undefined for the default session. */
  browserContext(): Promise<string | undefined> {
    this.#context ??= this.#parts.engine.then(async ({ chromium }) => {
      if (this.#parts.partition === "") return undefined;
      const { root } = chromium.connection;
      const proxy = toContextProxy(this.#proxy);
      return (await root.send("Target.createBrowserContext", { disposeOnDetach: true, ...proxy }))
        .browserContextId;
    });
    return this.#context;
  }

  setPermissionRequestHandler(handler: Permissions["requestHandler"]): void {
    this.permissions.requestHandler = handler;
  }
  setPermissionCheckHandler(handler: Permissions["checkHandler"]): void {
    this.permissions.checkHandler = handler;
  }
  setDevicePermissionHandler(handler: Permissions["deviceHandler"]): void {
    this.permissions.deviceHandler = handler;
  }
  setDisplayMediaRequestHandler(handler: Permissions["displayMediaHandler"]): void {
    this.permissions.displayMediaHandler = handler;
  }
  setUSBProtectedClassesHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setCertificateVerifyProc(): void {}
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheckerEnabled = enabled;
  }
  spellCheckerEnabled = true;
  isSpellCheckerEnabled(): boolean {
    return this.spellCheckerEnabled;
  }
  setSpellCheckerLanguages(): void {}
  setSpellCheckerDictionaryDownloadURL(): void {}

  getUserAgent(): string {
    return this.#userAgent === "" ? this.#parts.chromiumUserAgent() : this.#userAgent;
  }
  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent;
  }
  /** The user agent that the app set, or empty text; for the host only. */
  get chosenUserAgent(): string {
    return this.#userAgent;
  }

  isPersistent(): boolean {
    return this.#parts.partition === "";
  }
  getStoragePath(): string | null {
    return this.#parts.storagePath();
  }
  get storagePath(): string | null {
    return this.#parts.storagePath();
  }

  /** The proxy that the app set, or that of the environment (`HTTPS_PROXY` and its like), as a proxy script says it. */
  async resolveProxy(address: string): Promise<string> {
    const set = resolvedByConfig(this.#proxy);
    if (set !== undefined) return set;
    const { protocol, hostname } = new URL(address);
    const setting = (name: string): string => process.env[name] ?? process.env[name.toUpperCase()] ?? "";
    const excepted = setting("no_proxy")
      .split(",")
      .map((entry) => entry.trim());
    const isExcepted = excepted.some(
      (entry) =>
        entry !== "" &&
        (entry === "*" || hostname === entry || hostname.endsWith(`.${entry.replace(/^\./, "")}`)),
    );
    const proxy = setting(protocol === "http:" ? "http_proxy" : "https_proxy") || setting("all_proxy");
    if (proxy === "" || isExcepted) return "DIRECT";
    return `PROXY ${new URL(proxy).host}`;
  }
  async setProxy(config: ProxyConfig): Promise<void> {
    const value = toProxySetting(config);
    if (this.#parts.partition !== "" && this.#context !== undefined)
      throw new Error("The Chromium host takes a partition's proxy before its first page only");
    this.#proxy = config;
    if (this.#parts.partition === "") await this.#setInProfile({ name: "proxy", value });
  }
  /** For the pages of this session: the protocol knows no such setting of one page. For the host only. */
  setWebRtcPolicy(policy: string): void {
    if (this.#parts.partition !== "") return;
    this.#setInProfile({ name: "webRtc", value: policy }).catch((error: unknown) =>
      console.error("chromium-host: the WebRTC policy was not set:", error),
    );
  }
  #setInProfile(setting: ProfileSetting): Promise<void> {
    const before = this.#settled;
    const done = before.then(async () => (await this.#parts.engine).chromium.setInProfile(setting));
    this.#settled = done.catch(() => undefined);
    return done;
  }
  /** Settles when what was set holds for the next page; for the host only. */
  get settled(): Promise<unknown> {
    return this.#settled;
  }
  async forceReloadProxyConfig(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}
  async clearHostResolverCache(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async clearCodeCaches(): Promise<void> {}
  flushStorageData(): void {}

  async clearStorageData(): Promise<void> {
    const { chromium } = await this.#parts.engine;
    const browserContextId = await this.browserContext();
    const context = browserContextId === undefined ? {} : { browserContextId };
    await chromium.connection.root.send("Storage.clearCookies", context);
    for (const clear of this.pageCleaners) await clear("storage");
  }
  async clearData(): Promise<void> {
    await this.clearStorageData();
    await this.clearCache();
    const context = await this.#context;
    // Chromium empties storage through an open page alone: where there is none, the whole context goes.
    if (context === undefined || this.pageCleaners.size > 0) return;
    this.#context = undefined;
    const { chromium } = await this.#parts.engine;
    await chromium.connection.root.send("Target.disposeBrowserContext", { browserContextId: context });
  }
  async clearCache(): Promise<void> {
    for (const clear of this.pageCleaners) await clear("cache");
  }
  /** What empties storage through an open page of this session; Chromium offers it only there. */
  readonly pageCleaners = new Set<(what: "storage" | "cache") => Promise<void>>();
}
