import { createEvent } from "./event.ts";
import type { CdpSession } from "./chromium/cdp.ts";
import type { PageTarget } from "./chromium/targets.ts";
import { FrameTree } from "./frames.ts";
import type { HostFrame, World } from "./frames.ts";
import type { Host } from "./host.ts";
import { followLogin } from "./login.ts";
import { Navigation } from "./navigation.ts";
import type { PassThrough } from "./net.ts";
import type { Received } from "./page-messages.ts";
import { createPageScripts, deliveryOf, isolatedWorld } from "./page-scripts.ts";
import type { PageScripts } from "./page-scripts.ts";
import type { HostMessage } from "../page/isolated-world.ts";
import { answerRequest } from "./requests.ts";
import type { HostSession } from "./session.ts";
import type { EffectivePreferences } from "./web-preferences.ts";
import type { WindowWish } from "./window-opening.ts";

/** What the link between a WebContents and its page needs. */
export interface PageLinkParts {
  readonly host: Host;
  readonly contentsId: number;
  readonly session: HostSession;
  readonly preferences: EffectivePreferences;
  readonly passThrough: PassThrough;
  readonly backgroundColor: string | undefined;
  /** Emits an event of the WebContents. */
  readonly emit: (name: string, ...args: unknown[]) => void;
  /** Takes a message of the page's isolated world. */
  readonly receive: (received: Received) => void;
  readonly openWindow: (wish: WindowWish) => void;
  /** Called before a document loads, with its address. */
  readonly beforeDocument: (url: string) => Promise<void>;
  /** Called when the page's isolated world is there. */
  readonly onWorld: (world: World) => void;
}

/** The link between a WebContents and its page in Chromium: sessions, requests, worlds and messages. */
export class PageLink {
  readonly frames: FrameTree;
  readonly navigation: Navigation;
  readonly #parts: PageLinkParts;
  #page = Promise.withResolvers<PageTarget>();
  #target: PageTarget | undefined;
  #scripts: PageScripts | undefined;

  constructor(parts: PageLinkParts) {
    const { host } = parts;
    this.#parts = parts;
    this.frames = new FrameTree({ urls: host.urls, isolatedWorld, onIsolatedWorld: parts.onWorld });
    this.navigation = new Navigation({
      urls: host.urls,
      frames: this.frames,
      emit: parts.emit,
      hasOtherDriver: () => this.#hasOtherDriver(),
      beforeDocument: parts.beforeDocument,
    });
    this.#page.promise.catch(() => undefined);
  }

  /** The page, as soon as it is there. Rejects when the window is closed first. */
  get page(): Promise<PageTarget> {
    return this.#page.promise;
  }
  get target(): PageTarget | undefined {
    return this.#target;
  }

  /**
   * Takes over a fresh page that waits to be let go; everything here is in place before its first document.
   * @param titleSuffix shown behind the title of a window that people can see
   */
  attach(target: PageTarget, titleSuffix: string): void {
    const { session } = target;
    const { preferences, backgroundColor, host } = this.#parts;
    this.#target = target;
    this.frames.adoptMain(target.targetId);
    this.#scripts = createPageScripts({
      preload: preferences.preload,
      preloadInSubFrames: preferences.nodeIntegrationInSubFrames,
      titleSuffix,
      argv: [process.argv[0] ?? "electron", ...preferences.additionalArguments],
    });
    this.#follow(session, true);
    session.post("Page.setLifecycleEventsEnabled", { enabled: true });
    if (backgroundColor !== undefined) applyBackground(session, backgroundColor);
    const userAgent = this.#parts.session.chosenUserAgent;
    if (userAgent !== "") session.post("Emulation.setUserAgentOverride", { userAgent });
    host.nativeTheme.applyTo(session);
    session.post("Runtime.runIfWaitingForDebugger");
  }

  /** Lets the app's calls go ahead. */
  open(): void {
    if (this.#target !== undefined) this.#page.resolve(this.#target);
  }

  /** Forgets a page that is gone, because another one takes its place. */
  detach(): void {
    this.#target = undefined;
    this.#page = Promise.withResolvers<PageTarget>();
    this.frames.forgetWorlds();
  }

  /** Ends what is under way because the window is gone. */
  abandon(): void {
    this.navigation.abandon();
    this.frames.dispose();
    if (this.#target === undefined) this.#page.reject(new Error("Object has been destroyed"));
  }

  /** Tells the main frame's isolated world something, if it is there. */
  deliver(message: HostMessage): void {
    const { isolated } = this.frames.mainWorlds;
    if (isolated !== undefined) deliverTo(isolated, message);
  }

  #hasOtherDriver(): boolean {
    return this.#parts.host.commandLine.hasSwitch("remote-debugging-port");
  }

  /** Follows the page's own session, or that of a frame in another process. */
  #follow(session: CdpSession, isMain: boolean): void {
    this.frames.follow(session);
    this.navigation.follow(session, isMain);
    this.#followRequests(session);
    this.#followMessages(session);
    this.#followConsole(session);
    session.on("Page.windowOpen", ({ url, windowName, windowFeatures }) => {
      // Forms only: links and scripts are met earlier, in the page.
      const features = windowFeatures.join(",");
      this.#parts.openWindow({ url, frameName: windowName, features, disposition: "foreground-tab" });
    });
    session.on("Page.javascriptDialogOpening", ({ type }) => this.#onScriptDialog(session, type));
    session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      const connection = this.#parts.host.running.engine?.chromium.connection;
      if (targetInfo.type !== "iframe" || connection === undefined) return;
      const child = connection.session(sessionId);
      this.#follow(child, false);
      child.post("Runtime.runIfWaitingForDebugger");
    });
    session.post("Page.enable");
    session.post("Runtime.enable");
    session.post("Log.enable");
    session.post("Fetch.enable", { patterns: [{ urlPattern: "*" }], handleAuthRequests: true });
    session.post("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: "iframe" }, { exclude: true }],
    });
    this.#scripts?.install(session);
  }

  #followRequests(cdp: CdpSession): void {
    const { host, session, passThrough, contentsId } = this.#parts;
    followLogin(cdp, this.#parts.emit);
    cdp.on("Fetch.requestPaused", (paused) => {
      const mayNavigate = (request: typeof paused, url: string): Promise<boolean> =>
        this.navigation.decide(request, url);
      const { frames } = this;
      const noteUnexpected = ({ networkId, requestId }: typeof paused): void =>
        this.navigation.noteUnexpected(networkId ?? requestId);
      const parts = {
        session,
        urls: host.urls,
        passThrough,
        contentsId,
        frames,
        mayNavigate,
        noteUnexpected,
      };
      void answerRequest(parts, cdp, paused);
    });
  }

  #followMessages(session: CdpSession): void {
    session.on("Runtime.bindingCalled", ({ payload, executionContextId }) => {
      const frame = (): HostFrame | undefined => this.frames.frameOfContext(session, executionContextId);
      if (frame() === undefined) return;
      const world = { session, contextId: executionContextId };
      this.#parts.receive({ payload, frame, answer: (message) => deliverTo(world, message) });
    });
  }

  #followConsole(session: CdpSession): void {
    session.on("Runtime.consoleAPICalled", ({ type, args, stackTrace }) => {
      const message = args.map((argument) => String(argument.value ?? argument.description ?? "")).join(" ");
      const at = stackTrace?.callFrames[0];
      this.#report({ level: type, message, lineNumber: at?.lineNumber ?? 0, sourceId: at?.url ?? "" });
    });
    session.on("Log.entryAdded", ({ entry }) => {
      const { level, text, lineNumber, url } = entry;
      this.#report({ level, message: text, lineNumber: lineNumber ?? 0, sourceId: url ?? "" });
    });
  }

  #report(entry: Readonly<{ level: string; message: string; lineNumber: number; sourceId: string }>): void {
    const levels: Readonly<Record<string, string>> = { log: "info", verbose: "debug" };
    const level = levels[entry.level] ?? entry.level;
    const sourceId = this.#parts.host.urls.toElectron(entry.sourceId);
    const number = ["debug", "info", "warning", "error"].indexOf(level);
    const event = createEvent({ ...entry, level, sourceId, frame: this.frames.main });
    this.#parts.emit("console-message", event, number, entry.message, entry.lineNumber, sourceId);
  }

  #onScriptDialog(session: CdpSession, type: string): void {
    if (type !== "beforeunload") {
      // Headless Chromium would wait for ever; a test tool may want to answer by itself.
      if (!this.#hasOtherDriver()) session.post("Page.handleJavaScriptDialog", { accept: type === "alert" });
      return;
    }
    const event = createEvent({});
    this.#parts.emit("will-prevent-unload", event);
    session.post("Page.handleJavaScriptDialog", { accept: event.defaultPrevented });
    if (!event.defaultPrevented) this.#parts.emit("-unload-prevented");
  }
}

function deliverTo(world: World, message: HostMessage): void {
  world.session.post("Runtime.evaluate", { expression: deliveryOf(message), contextId: world.contextId });
}

function applyBackground(session: CdpSession, color: string): void {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) return;
  const [r, g, b] = match.slice(1).map((part) => Number.parseInt(part, 16));
  session.post("Emulation.setDefaultBackgroundColorOverride", { color: { r: r ?? 0, g: g ?? 0, b: b ?? 0 } });
}
