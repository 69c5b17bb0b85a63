import type { PrintToPDFOptions } from "electron";
import { EventEmitter } from "node:events";
import type { HostMessage } from "../page/isolated-world.ts";
import type { CdpSession } from "./chromium/cdp.ts";
import type { PageTarget } from "./chromium/targets.ts";
import { markDestroyed } from "./destroyed.ts";
import { createEvent } from "./event.ts";
import { evaluateIn } from "./frames.ts";
import type { HostFrame, World } from "./frames.ts";
import type { Host } from "./host.ts";
import { encodeArguments } from "./ipc.ts";
import type { PassThrough } from "./net.ts";
import { clearStored, edit, zoom } from "./page-actions.ts";
import { PageLink } from "./page-link.ts";
import { createMessageReceiver } from "./page-messages.ts";
import { printToPdf } from "./print-to-pdf.ts";
import type { HostSession } from "./session.ts";
import type { EffectivePreferences } from "./web-preferences.ts";
import { openForPage } from "./window-opening.ts";
import type { WindowOpenHandler } from "./window-opening.ts";

/** What a page is made of. */
export interface ContentsParts {
  readonly host: Host;
  readonly id: number;
  readonly session: HostSession;
  readonly preferences: EffectivePreferences;
  readonly passThrough: PassThrough;
  readonly backgroundColor: string | undefined;
}

/** What the host itself, and an app that looks before it asks, may call of a page that is gone. */
const keptWhenDestroyed = new Set([
  "isDestroyed",
  "deliver",
  "noteTitle",
  "noteCrash",
  "noteDestroyed",
  "cdpSession",
  "targetId",
  "page",
]);

/** Electron's WebContents over one page of Chromium. */
export class HostWebContents extends EventEmitter {
  readonly id: number;
  readonly session: HostSession;
  /** The page in Chromium; for the host only. */
  readonly link: PageLink;
  readonly #parts: ContentsParts;
  #destroyed = false;
  #title = "";
  #zoomFactor = 1;
  #openHandler: WindowOpenHandler | undefined;
  #audioMuted = false;
  #crashed = false;
  #webRtcPolicy = "default";
  /** How the window closes this page; set by the window. */
  closeWindow: () => void = () => undefined;

  constructor(parts: ContentsParts) {
    super();
    const { host, id, session } = parts;
    this.#parts = parts;
    this.id = id;
    this.session = session;
    this.link = new PageLink({
      ...parts,
      contentsId: id,
      emit: (name, ...args) => this.emit(name, ...args),
      receive: createMessageReceiver({
        host,
        contents: this,
        permissions: session.permissions,
        mayLeave: (url) => this.link.navigation.mayLeave({ url, isMainFrame: true }),
        openWindow: (wish) => openForPage({ host, opener: this, handler: this.#openHandler }, wish),
      }),
      openWindow: (wish) => openForPage({ host, opener: this, handler: this.#openHandler }, wish),
      beforeDocument: async (url) => {
        await session.permissions.apply(this, url);
        await session.settled;
      },
      onWorld: (world) => this.#greet(world),
    });
    session.pageCleaners.add(this.#clean);
    host.contents.set(id, this);
    this.on("login", (event, ...args) => host.app.emit("login", event, this, ...args));
  }

  readonly #clean = async (what: "storage" | "cache"): Promise<void> => {
    const session = this.cdpSession;
    const url = this.#parts.host.urls.toChromium(this.getURL() || "about:blank");
    if (session !== undefined) await clearStored(session, { what, url });
  };

  #greet(world: World): void {
    this.link.deliver({ type: "accelerators", chords: this.#parts.host.menuBar.chords() });
    if (this.#zoomFactor !== 1) zoom(world, this.#zoomFactor);
  }

  /** Tells the page something; for the host only. */
  deliver(message: HostMessage): void {
    this.link.deliver(message);
  }
  get page(): Promise<PageTarget> {
    return this.link.page;
  }
  get cdpSession(): CdpSession | undefined {
    return this.link.target?.session;
  }
  get targetId(): string | undefined {
    return this.link.target?.targetId;
  }
  get mainFrame(): HostFrame {
    return this.link.frames.main;
  }
  get focusedFrame(): HostFrame {
    return this.mainFrame;
  }

  send(channel: string, ...args: unknown[]): void {
    let text: string;
    try {
      text = encodeArguments(args);
    } catch (error) {
      // Electron's own words: nobody who sends hears of it.
      console.error("Error sending from webFrameMain: ", error);
      return;
    }
    this.deliver({ type: "event", channel, args: text });
  }

  async loadURL(url: string): Promise<void> {
    await this.page;
    await this.link.navigation.load(url);
  }
  reload(): void {
    this.#crashed = false;
    this.link.navigation.reload(false);
  }
  reloadIgnoringCache(): void {
    this.link.navigation.reload(true);
  }
  stop(): void {
    this.cdpSession?.post("Page.stopLoading");
  }
  getURL(): string {
    return this.mainFrame.url;
  }
  getTitle(): string {
    return this.#title;
  }
  isLoading(): boolean {
    return this.link.navigation.loading;
  }
  isLoadingMainFrame(): boolean {
    return this.link.navigation.loading;
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
    this.cdpSession?.post("Page.bringToFront");
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
    this.cdpSession?.post("Emulation.setUserAgentOverride", { userAgent });
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
    const { page } = this.link.frames.mainWorlds;
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
    void this.#printAndTell(callback);
  }
  async #printAndTell(callback: (success: boolean, reason: string) => void): Promise<void> {
    try {
      await this.printToPDF();
    } catch {
      callback(false, "Print job failed");
      return;
    }
    callback(true, "");
  }
  async printToPDF(options: PrintToPDFOptions = {}): Promise<Buffer> {
    return printToPdf((await this.page).session, options);
  }

  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor;
    const { isolated } = this.link.frames.mainWorlds;
    if (isolated !== undefined) zoom(isolated, factor);
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
  #edit(command: string): void {
    const { isolated } = this.link.frames.mainWorlds;
    if (isolated !== undefined) edit(isolated, command);
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
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#webRtcPolicy = policy;
    this.session.setWebRtcPolicy(policy);
  }
  getWebRTCIPHandlingPolicy(): string {
    return this.#webRtcPolicy;
  }

  /** Closes the page, and with it its window, without the window's `close` event. */
  close(options: Readonly<{ waitForBeforeUnload?: boolean }> = {}): void {
    if (options.waitForBeforeUnload === true) this.cdpSession?.post("Page.close");
    else this.closeWindow();
  }
  forcefullyCrashRenderer(): void {
    this.cdpSession?.post("Page.crash");
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
    this.link.navigation.abandon();
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
    this.link.abandon();
    markDestroyed(this, keptWhenDestroyed);
    this.emit("destroyed");
  }
}
