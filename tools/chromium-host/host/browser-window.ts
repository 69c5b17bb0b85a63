import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, Rectangle } from "electron";
import type { PageTarget } from "./chromium/targets.ts";
import { markDestroyed } from "./destroyed.ts";
import { createEvent } from "./event.ts";
import type { ContentsHandle, WindowHandle } from "./handles.ts";
import type { Host } from "./host.ts";
import type { PassThrough } from "./net.ts";
import { effectivePreferences } from "./web-preferences.ts";
import { HostWebContents } from "./web-contents.ts";
import { createWindowFrame } from "./window-frame.ts";
import type { WindowFrame } from "./window-frame.ts";

/** Shown behind the title of every window that people can see, so that nobody takes this for Electron. */
const visibleTitleSuffix = " — Chromium host";

/** What an app may ask of a window that is gone. */
const keptWhenDestroyed = new Set(["isDestroyed"]);

/** What a window is made of. */
export interface WindowParts {
  readonly host: Host;
  readonly passThrough: PassThrough;
  readonly id: number;
  readonly options: BrowserWindowConstructorOptions;
}

/** Electron's BrowserWindow over one page of Chromium. */
class HostWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: HostWebContents;
  readonly frame: WindowFrame;
  readonly #parts: WindowParts;
  #title: string;
  #destroyed = false;
  #closing = false;
  #readyToShow = false;
  #contentProtection = false;

  constructor(parts: WindowParts) {
    super();
    const { host, id, options } = parts;
    if (host.running.engine === undefined) throw new Error("Cannot create BrowserWindow before app is ready");
    this.#parts = parts;
    this.id = id;
    this.#title = options.title ?? host.app.getName();
    this.frame = createWindowFrame({
      options,
      host,
      emit: (name) => this.emit(name),
      focus: () => this.#takeFocus(),
    });
    const preferences = options.webPreferences ?? {};
    const { session } = preferences;
    // The app can only hold sessions that this host made.
    const chosen =
      session === undefined ? host.sessionFor(preferences.partition ?? "") : host.ownSession(session);
    this.webContents = new HostWebContents({
      host,
      id,
      session: chosen,
      preferences: effectivePreferences(preferences),
      passThrough: parts.passThrough,
      backgroundColor: options.backgroundColor,
    });
    host.windows.set(id, this);
    this.#watchContents();
    host.app.emit("web-contents-created", createEvent({}), this.webContents);
    host.app.emit("browser-window-created", createEvent({}), this);
    if (options.show !== false) host.focused.window = this;
    this.#open().catch((error: unknown) => {
      if (!this.#destroyed) console.error("chromium-host: the window could not be opened:", error);
    });
  }

  #watchContents(): void {
    const contents = this.webContents;
    contents.closeWindow = () => this.destroy();
    contents.on("-unload-prevented", () => {
      this.#closing = false;
      this.#parts.host.app.cancelQuit();
    });
    contents.on("page-title-updated", (event: { defaultPrevented: boolean }, title: string) => {
      this.emit("page-title-updated", event, title, true);
      if (!event.defaultPrevented) this.#title = title;
    });
    contents.on("-first-paint", () => this.#announce());
    // Electron paints windows that are hidden. Chromium's own are minimized meanwhile, and paint nothing.
    contents.on("did-finish-load", () => {
      const isSeen = this.#parts.host.running.engine?.chromium.visible === true;
      if (isSeen && !this.frame.isVisible()) this.#announce();
    });
    contents.on("-window-change", (change: string) => this.frame.noteChange(change));
  }

  #announce(): void {
    if (this.#readyToShow) return;
    this.#readyToShow = true;
    this.emit("ready-to-show");
  }

  async #open(): Promise<void> {
    const { chromium, targets } = await this.#parts.host.engine;
    const { width, height } = this.frame.getBounds();
    const target: PageTarget = await targets.open({
      browserContextId: await this.webContents.session.browserContext(),
      width,
      height,
      onGone: () => this.#onGone(),
      onCrash: () => this.webContents.noteCrash(),
    });
    if (this.#destroyed) {
      targets.close(target.targetId);
      return;
    }
    this.webContents.link.attach(target, chromium.visible ? visibleTitleSuffix : "");
    await this.frame.attach(target, chromium);
    this.webContents.link.open();
  }

  #onGone(): void {
    if (this.#destroyed) return;
    if (!this.#closing) {
      // Somebody closed Chromium's window, so the app has not been asked yet.
      const event = createEvent({});
      this.emit("close", event);
      if (event.defaultPrevented) {
        this.#reopen();
        return;
      }
    }
    this.#finish();
  }

  /** Chromium's window cannot be kept open from outside; an app that wants to keep it gets a new one. */
  #reopen(): void {
    const url = this.webContents.getURL();
    this.webContents.link.detach();
    this.#open()
      .then(() => this.webContents.loadURL(url))
      .catch(() => undefined);
  }

  #finish(): void {
    if (this.#destroyed) return;
    const { host } = this.#parts;
    this.#destroyed = true;
    for (const child of this.getChildWindows()) if (!child.isDestroyed()) child.destroy();
    host.windows.delete(this.id);
    if (host.focused.window === this) host.focused.window = undefined;
    this.webContents.noteDestroyed();
    markDestroyed(this, keptWhenDestroyed);
    this.emit("closed");
    host.app.noteWindowClosed();
  }

  #takeFocus(): void {
    const { host } = this.#parts;
    const before = host.focused.window;
    if (before === this) return;
    host.focused.window = this;
    if (before !== undefined) {
      before.emit("blur");
      host.app.emit("browser-window-blur", createEvent({}), before);
    }
    this.emit("focus");
    host.app.emit("browser-window-focus", createEvent({}), this);
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url);
  }
  reload(): void {
    this.webContents.reload();
  }
  close(): void {
    if (this.#destroyed || this.#closing) return;
    const event = createEvent({});
    this.emit("close", event);
    if (event.defaultPrevented) {
      this.#parts.host.app.cancelQuit();
      return;
    }
    if (this.#destroyed) return;
    if (this.webContents.targetId === undefined || this.webContents.isCrashed()) {
      this.destroy();
      return;
    }
    this.#closing = true;
    const { targets } = this.#parts.host.running.engine ?? {};
    this.webContents.page
      .then(({ session, targetId }) =>
        // An error page has nothing to ask, and Chromium refuses to ask it.
        session.send("Page.close").catch(() => targets?.close(targetId)),
      )
      .catch(() => undefined);
  }
  destroy(): void {
    const { targetId } = this.webContents;
    if (targetId !== undefined) this.#parts.host.running.engine?.targets.close(targetId);
    this.#finish();
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  show(): void {
    this.frame.show();
  }
  showInactive(): void {
    this.frame.show();
  }
  hide(): void {
    this.frame.hide();
    if (this.isFocused()) {
      this.#parts.host.focused.window = undefined;
      this.emit("blur");
    }
  }
  isVisible(): boolean {
    return this.frame.isVisible();
  }
  focus(): void {
    this.webContents.focus();
    this.#takeFocus();
  }
  blur(): void {
    if (!this.isFocused()) return;
    this.#parts.host.focused.window = undefined;
    this.emit("blur");
  }
  isFocused(): boolean {
    return this.#parts.host.focused.window === this;
  }
  moveTop(): void {
    this.webContents.focus();
  }

  minimize(): void {
    this.frame.setState("minimized");
  }
  maximize(): void {
    this.frame.setState("maximized");
  }
  unmaximize(): void {
    this.frame.setState("normal");
  }
  restore(): void {
    this.frame.setState("normal");
  }
  setFullScreen(full: boolean): void {
    this.frame.setState(full ? "fullscreen" : "normal");
  }
  isMinimized(): boolean {
    return this.frame.state === "minimized";
  }
  isMaximized(): boolean {
    return this.frame.state === "maximized";
  }
  isFullScreen(): boolean {
    return this.frame.state === "fullscreen";
  }
  isNormal(): boolean {
    return this.frame.state === "normal";
  }

  getBounds(): Rectangle {
    return this.frame.getBounds();
  }
  getNormalBounds(): Rectangle {
    return this.frame.getNormalBounds();
  }
  getContentBounds(): Rectangle {
    return this.frame.getBounds();
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.frame.setBounds(bounds);
  }
  setContentBounds(bounds: Partial<Rectangle>): void {
    this.frame.setBounds(bounds);
  }
  getSize(): [number, number] {
    const { width, height } = this.frame.getBounds();
    return [width, height];
  }
  getContentSize(): [number, number] {
    return this.getSize();
  }
  setSize(width: number, height: number): void {
    this.frame.setBounds({ width, height });
  }
  setContentSize(width: number, height: number): void {
    this.frame.setBounds({ width, height });
  }
  getPosition(): [number, number] {
    const { x, y } = this.frame.getBounds();
    return [x, y];
  }
  setPosition(x: number, y: number): void {
    this.frame.setBounds({ x, y });
  }
  center(): void {
    this.frame.center();
  }
  setMinimumSize(width: number, height: number): void {
    this.frame.setMinimumSize(width, height);
  }
  getMinimumSize(): [number, number] {
    return this.frame.getMinimumSize();
  }

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  get title(): string {
    return this.#title;
  }
  set title(title: string) {
    this.#title = title;
  }
  setContentProtection(enable: boolean): void {
    this.#contentProtection = enable;
  }
  isContentProtected(): boolean {
    return this.#contentProtection;
  }
  getParentWindow(): WindowHandle | null {
    const { parent } = this.#parts.options;
    return parent === undefined ? null : (this.#parts.host.windows.get(parent.id) ?? null);
  }
  getChildWindows(): WindowHandle[] {
    return [...this.#parts.host.windows.values()].filter((w) => w.getParentWindow() === this);
  }
  isModal(): boolean {
    return this.#parts.options.modal ?? false;
  }

  // Chromium draws these itself, or not at all.
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setIcon(): void {}
  setOverlayIcon(): void {}
  setBackgroundColor(): void {}
  setTitleBarOverlay(): void {}
  setProgressBar(): void {}
  flashFrame(): void {}
  setAlwaysOnTop(): void {}
  setSkipTaskbar(): void {}
  setEnabled(): void {}
}

/** Makes the class that the app calls `BrowserWindow`. */
export function createBrowserWindowClass(host: Host, passThrough: PassThrough) {
  let lastId = 0;
  return class BrowserWindow extends HostWindow {
    constructor(options: BrowserWindowConstructorOptions = {}) {
      super({ host, passThrough, id: (lastId += 1), options });
    }
    static getAllWindows(): WindowHandle[] {
      return [...host.windows.values()];
    }
    static getFocusedWindow(): WindowHandle | null {
      return host.focused.window ?? null;
    }
    static fromWebContents(contents: ContentsHandle): WindowHandle | null {
      return [...host.windows.values()].find((window) => window.webContents === contents) ?? null;
    }
    static fromId(id: number): WindowHandle | null {
      return host.windows.get(id) ?? null;
    }
  };
}
