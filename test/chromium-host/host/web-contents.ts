import { EventEmitter } from "node:events";
import { isolatedWorldHandlers } from "./page-messages.ts";
import type { HostMessage } from "../page/isolated-world.ts";
import type { CdpSession } from "./chromium/cdp.ts";
import type { PageTarget } from "./chromium/targets.ts";
import { createEvent } from "./event.ts";
import { evaluateIn, FrameTree } from "./frames.ts";
import type { HostFrame, World } from "./frames.ts";
import type { Host } from "./host.ts";
import { encodeArguments } from "./ipc.ts";
import { Navigation } from "./navigation.ts";
import { createPageScripts, deliveryOf, isolatedWorld } from "./page-scripts.ts";
import type { PageScripts } from "./page-scripts.ts";
import type { PassThrough } from "./net.ts";
import { answerRequest } from "./requests.ts";
import type { HostSession } from "./session.ts";
import type { EffectivePreferences } from "./web-preferences.ts";
import { openForPage } from "./window-opening.ts";
import type { WindowOpenHandler, WindowWish } from "./window-opening.ts";

/** What a page is made of. */
export interface ContentsParts {
  readonly host: Host;
  readonly id: number;
  readonly session: HostSession;
  readonly preferences: EffectivePreferences;
  readonly passThrough: PassThrough;
  readonly backgroundColor: string | undefined;
}

/** Electron's WebContents over one page of Chromium. */
export class HostWebContents extends EventEmitter {
  readonly id: number;
  readonly session: HostSession;
  readonly #parts: ContentsParts;
  readonly #frames: FrameTree;
  readonly #navigation: Navigation;
  #page = Promise.withResolvers<PageTarget>();
  #target: PageTarget | undefined;
  #scripts: PageScripts | undefined;
  #destroyed = false;
  #title = "";
  #zoomFactor = 1;
  #openHandler: WindowOpenHandler | undefined;
  #audioMuted = false;
  #crashed = false;
  /** How the window closes this page; set by the window. */
  closeWindow: () => void = () => undefined;

  constructor(parts: ContentsParts) {
    super();
    const { host } = parts;
    this.#parts = parts;
    this.id = parts.id;
    this.session = parts.session;
    this.#frames = new FrameTree({ urls: host.urls, isolatedWorld, onIsolatedWorld: (world) => this.#greet(world) });
    this.#navigation = new Navigation({
      urls: host.urls,
      frames: this.#frames,
      emit: (name, ...args) => this.emit(name, ...args),
      hasOtherDriver: () => host.commandLine.hasSwitch("remote-debugging-port"),
      beforeDocument: (url) => parts.session.permissions.apply(this, url),
    });
    this.#page.promise.catch(() => undefined);
    host.contents.set(this.id, this);
  }

  /**
   * Takes over a fresh page that waits to be let go; everything here is in place before its first document.
   * @param titleSuffix shown behind the title of a window that people can see
   */
  attach(target: PageTarget, titleSuffix: string): void {
    const { session } = target;
    const { preferences, backgroundColor, host } = this.#parts;
    this.#target = target;
    this.#frames.adoptMain(target.targetId);
    this.#scripts = createPageScripts({
      preload: preferences.preload,
      preloadInSubFrames: preferences.nodeIntegrationInSubFrames,
      titleSuffix,
      argv: [process.argv[0] ?? "electron", ...preferences.additionalArguments],
    });
    this.#follow(session, true);
    session.post("Page.setLifecycleEventsEnabled", { enabled: true });
    if (backgroundColor !== undefined) this.#applyBackground(session, backgroundColor);
    const userAgent = this.session.chosenUserAgent;
    if (userAgent !== "") session.post("Emulation.setUserAgentOverride", { userAgent });
    host.nativeTheme.applyTo(session);
    session.post("Runtime.runIfWaitingForDebugger");
    this.session.pageCleaners.add(this.#clean);
  }

  /** Lets the app's calls go ahead; for the host only. */
  open(): void {
    if (this.#target !== undefined) this.#page.resolve(this.#target);
  }

  /** Forgets a page that is gone, because another one takes its place; for the host only. */
  detach(): void {
    this.#target = undefined;
    this.#page = Promise.withResolvers<PageTarget>();
    this.#frames.forgetWorlds();
  }

  #follow(session: CdpSession, isMain: boolean): void {
    this.#frames.follow(session);
    this.#navigation.follow(session, isMain);
    session.on("Fetch.requestPaused", (paused) => {
      const { host, passThrough } = this.#parts;
      const mayNavigate = (request: typeof paused, url: string): Promise<boolean> =>
        this.#navigation.decide(request, url);
      const parts = { session: this.session, urls: host.urls, passThrough, contentsId: this.id, mayNavigate };
      void answerRequest(parts, session, paused);
    });
    const handlers = isolatedWorldHandlers({
      host: this.#parts.host,
      contents: this,
      mayLeave: (url) => this.#navigation.mayLeave({ url, isMainFrame: true }),
      openWindow: (wish) => this.#openWindow(wish),
    });
    session.on("Runtime.bindingCalled", ({ payload, executionContextId }) => {
      const frame = (): HostFrame | undefined => this.#frames.frameOfContext(session, executionContextId);
      if (frame() === undefined) return;
      const world = { session, contextId: executionContextId };
      handlers({ payload, frame, answer: (message) => this.#deliver(world, message) });
    });
    session.on("Page.windowOpen", ({ url, windowName, windowFeatures }) => {
      // Forms only: links and scripts are met earlier, in the page.
      const features = windowFeatures.join(",");
      this.#openWindow({ url, frameName: windowName, features, disposition: "foreground-tab" });
    });
    session.on("Page.javascriptDialogOpening", ({ type }) => this.#onScriptDialog(session, type));
    session.on("Runtime.consoleAPICalled", ({ type, args, stackTrace, executionContextId }) => {
      const message = args.map((argument) => String(argument.value ?? argument.description ?? "")).join(" ");
      const frame = this.#frames.isPageWorld(session, executionContextId) ? this.mainFrame : null;
      const at = stackTrace?.callFrames[0];
      this.#report({ level: type, message, lineNumber: at?.lineNumber ?? 0, sourceId: at?.url ?? "", frame });
    });
    session.on("Log.entryAdded", ({ entry }) => {
      const { level, text, lineNumber, url } = entry;
      this.#report({ level, message: text, lineNumber: lineNumber ?? 0, sourceId: url ?? "", frame: this.mainFrame });
    });
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== "iframe") return;
      this.#follow(this.#cdp(sessionId), false);
      this.#cdp(sessionId).post("Runtime.runIfWaitingForDebugger");
    });
    session.post("Page.enable");
    session.post("Runtime.enable");
    session.post("Log.enable");
    session.post("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    session.post("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: "iframe" }, { exclude: true }],
    });
    this.#scripts?.install(session);
  }

  #openWindow(wish: WindowWish): void {
    openForPage({ host: this.#parts.host, opener: this, handler: this.#openHandler }, wish);
  }

  #cdp(sessionId: string): CdpSession {
    const engine = this.#parts.host.running.engine;
    if (engine === undefined) throw new Error("Chromium does not run");
    return engine.chromium.connection.session(sessionId);
  }

  #report(entry: Readonly<{ level: string; message: string; lineNumber: number; sourceId: string; frame: HostFrame | null }>): void {
    const levels: Readonly<Record<string, string>> = { log: "info", verbose: "debug" };
    const level = levels[entry.level] ?? entry.level;
    const sourceId = this.#parts.host.urls.toElectron(entry.sourceId);
    const number = ["debug", "info", "warning", "error"].indexOf(level);
    const event = createEvent({ ...entry, level, sourceId });
    this.emit("console-message", event, number, entry.message, entry.lineNumber, sourceId);
  }

  #onScriptDialog(session: CdpSession, type: string): void {
    if (type !== "beforeunload") {
      // Headless Chromium would wait for ever; Electron shows a box with OK.
      session.post("Page.handleJavaScriptDialog", { accept: type === "alert" });
      return;
    }
    const event = createEvent({});
    this.emit("will-prevent-unload", event);
    session.post("Page.handleJavaScriptDialog", { accept: event.defaultPrevented });
    if (!event.defaultPrevented) this.emit("-unload-prevented");
  }

  #applyBackground(session: CdpSession, color: string): void {
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
    if (match === null) return;
    const [r, g, b] = match.slice(1).map((part) => Number.parseInt(part, 16));
    session.post("Emulation.setDefaultBackgroundColorOverride", { color: { r: r ?? 0, g: g ?? 0, b: b ?? 0 } });
  }

  readonly #clean = async (what: "storage" | "cache"): Promise<void> => {
    const session = this.#target?.session;
    if (session === undefined) return;
    if (what === "cache") await session.send("Network.clearBrowserCache");
    else {
      const origin = new URL(this.#parts.host.urls.toChromium(this.getURL() || "about:blank")).origin;
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
    }
  };

  #greet(world: World): void {
    this.#deliver(world, { type: "accelerators", chords: this.#parts.host.menuBar.chords() });
    if (this.#zoomFactor !== 1) this.#applyZoom(world);
  }

  #deliver(world: World, message: HostMessage): void {
    world.session.post("Runtime.evaluate", { expression: deliveryOf(message), contextId: world.contextId });
  }

  /** Tells the page something; for the host only. */
  deliver(message: HostMessage): void {
    const { isolated } = this.#frames.mainWorlds;
    if (isolated !== undefined) this.#deliver(isolated, message);
  }
  /** The page in Chromium, as soon as it is there; for the host only. */
  get page(): Promise<PageTarget> {
    return this.#page.promise;
  }
  get cdpSession(): CdpSession | undefined {
    return this.#target?.session;
  }
  get targetId(): string | undefined {
    return this.#target?.targetId;
  }
  get mainFrame(): HostFrame {
    return this.#frames.main;
  }
  get focusedFrame(): HostFrame {
    return this.mainFrame;
  }

  send(channel: string, ...args: unknown[]): void {
    let text: string;
    try {
      text = encodeArguments(args);
    } catch {
      throw new Error("Failed to serialize arguments");
    }
    this.deliver({ type: "event", channel, args: text });
  }

  async loadURL(url: string): Promise<void> {
    await this.page;
    await this.#navigation.load(url);
  }
  reload(): void {
    this.#crashed = false;
    this.#navigation.reload(false);
  }
  reloadIgnoringCache(): void {
    this.#navigation.reload(true);
  }
  stop(): void {
    this.#target?.session.post("Page.stopLoading");
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  getTitle(): string {
    return this.#title;
  }
  isLoading(): boolean {
    return this.#navigation.loading;
  }
  isLoadingMainFrame(): boolean {
    return this.#navigation.loading;
  }
  isCrashed(): boolean {
    return this.#crashed;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isFocused(): boolean {
    return [...this.#parts.host.windows.values()].some((w) => w.webContents === this && w.isFocused());
  }
  focus(): void {
    this.#target?.session.post("Page.bringToFront");
  }
  getType(): string {
    return "window";
  }
  getLastWebPreferences(): EffectivePreferences {
    return this.#parts.preferences;
  }
  getUserAgent(): string {
    return this.session.getUserAgent();
  }
  setUserAgent(userAgent: string): void {
    this.#target?.session.post("Emulation.setUserAgentOverride", { userAgent });
  }
  get userAgent(): string {
    return this.getUserAgent();
  }
  getOSProcessId(): number {
    return this.mainFrame.osProcessId;
  }
  getProcessId(): number {
    return this.mainFrame.processId;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.page;
    const { page } = this.#frames.mainWorlds;
    if (page === undefined) throw new Error("Render frame was disposed before it could be accessed");
    return evaluateIn(page, { code, userGesture });
  }
  async insertCSS(css: string): Promise<string> {
    await this.executeJavaScript(
      `{ const s = new CSSStyleSheet(); s.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets.push(s); }`,
    );
    return "";
  }

  // There is no printer here: the page is laid out for paper, and the result is thrown away.
  print(_options: object = {}, callback: (success: boolean, reason: string) => void = () => undefined): void {
    this.printToPDF().then(
      () => callback(true, ""),
      () => callback(false, "Print job failed"),
    );
  }
  async printToPDF(options: Readonly<{ landscape?: boolean; printBackground?: boolean }> = {}): Promise<Buffer> {
    const { session } = await this.page;
    const { landscape = false, printBackground = false } = options;
    const { data } = await session.send("Page.printToPDF", { landscape, printBackground });
    return Buffer.from(data, "base64");
  }

  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor;
    const { isolated } = this.#frames.mainWorlds;
    if (isolated !== undefined) this.#applyZoom(isolated);
  }
  getZoomFactor(): number {
    return this.#zoomFactor;
  }
  get zoomFactor(): number {
    return this.#zoomFactor;
  }
  set zoomFactor(factor: number) {
    this.setZoomFactor(factor);
  }
  // https://www.electronjs.org/docs/latest/api/web-contents#contentssetzoomlevellevel: each level is 20 % more.
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level);
  }
  getZoomLevel(): number {
    return Math.log(this.#zoomFactor) / Math.log(1.2);
  }
  get zoomLevel(): number {
    return this.getZoomLevel();
  }
  set zoomLevel(level: number) {
    this.setZoomLevel(level);
  }
  async setVisualZoomLevelLimits(): Promise<void> {}
  #applyZoom(world: World): void {
    const zoom = `const zoom = () => { document.documentElement.style.zoom = ${JSON.stringify(String(this.#zoomFactor))}; };
      if (document.documentElement) zoom(); else addEventListener("DOMContentLoaded", zoom);`;
    world.session.post("Runtime.evaluate", { expression: `{ ${zoom} }`, contextId: world.contextId });
  }

  #edit(command: string): void {
    const { isolated } = this.#frames.mainWorlds;
    const expression = `document.execCommand(${JSON.stringify(command)})`;
    isolated?.session.post("Runtime.evaluate", { expression, contextId: isolated.contextId, userGesture: true });
  }
  undo(): void {
    this.#edit("undo");
  }
  redo(): void {
    this.#edit("redo");
  }
  cut(): void {
    this.#edit("cut");
  }
  copy(): void {
    this.#edit("copy");
  }
  paste(): void {
    this.#edit("paste");
  }
  delete(): void {
    this.#edit("delete");
  }
  selectAll(): void {
    this.#edit("selectAll");
  }

  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false;
  }
  setAudioMuted(muted: boolean): void {
    this.#audioMuted = muted;
  }
  isAudioMuted(): boolean {
    return this.#audioMuted;
  }
  setIgnoreMenuShortcuts(): void {}
  setBackgroundThrottling(): void {}
  setWebRTCIPHandlingPolicy(): void {}

  /** Closes the page, and with it its window, without the window's `close` event. */
  close(options: Readonly<{ waitForBeforeUnload?: boolean }> = {}): void {
    if (options.waitForBeforeUnload === true) this.#target?.session.post("Page.close");
    else this.closeWindow();
  }
  forcefullyCrashRenderer(): void {
    this.#target?.session.post("Page.crash");
  }

  /** Notes the page's title; for the host only. */
  noteTitle(title: string): void {
    if (title === this.#title) return;
    this.#title = title;
    const event = createEvent({ title, explicitSet: true });
    this.emit("page-title-updated", event, title, true);
  }
  /** Notes that the page crashed; for the host only. */
  noteCrash(): void {
    this.#crashed = true;
    this.#navigation.abandon();
    const details = { reason: "crashed", exitCode: 5 };
    this.emit("render-process-gone", createEvent({}), details);
    this.#parts.host.app.emit("render-process-gone", createEvent({}), this, details);
  }
  /** Notes that the page is gone; for the host only. */
  noteDestroyed(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.session.pageCleaners.delete(this.#clean);
    this.#parts.host.contents.delete(this.id);
    this.#navigation.abandon();
    if (this.#target === undefined) this.#page.reject(new Error("Object has been destroyed"));
    this.emit("destroyed");
  }
}
