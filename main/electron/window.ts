import { app, BrowserWindow, nativeTheme, screen, session, shell, type Session } from "electron";
import { join } from "node:path";
import { eventChannel } from "../../shared/core/channels.ts";
import type { EventName, EventPayload } from "../../shared/events.ts";
import { deskOrigin, deskPage } from "./desk-files.ts";
import type { GoneReason } from "./page-recovery.ts";
import { mayNavigate } from "../features/cards/card-protocol.ts";
import { isCardContents } from "../features/cards/card-window.ts";
import { noWayOut, pageProtections } from "../platform/page-protections.ts";
import { showOnFirstPaint } from "../platform/when-drawn.ts";
import { isOnScreen, readWindowState, needsBoundsAgain, writeWindowState } from "./window-state.ts";
import { mayOpenOutside } from "./openable.ts";

/**
 * Nothing leaves the session of the desk's page, whatever a script in it tries: WebRTC, preconnects and downloads
 * ask no policy of a page. The service is spoken to by main, which asks `findSystemProxy`.
 */
export const blockNetwork = (target: Session): Promise<void> => target.setProxy(noWayOut);

/** The system's own proxy for an address. It is asked in a session without pages, as the pages' own has none. */
export const findSystemProxy = (address: string): Promise<string> =>
  session.fromPartition("system-proxy").resolveProxy(address);

type Navigating = { preventDefault: () => void; readonly url: string; readonly isMainFrame: boolean };

/**
 * For every page the program ever shows: no new windows, no going elsewhere, no webviews. In the card window
 * the frames of the provider's form may move; the page around them may not.
 */
export function lockDownContents(): void {
  app.on("web-contents-created", (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenOutside(url)) void shell.openExternal(url);
      return { action: "deny" };
    });
    const isCard = isCardContents(contents);
    // No packet past the proxy, which in the desk's session is none.
    if (!isCard) contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
    const refuse = (event: Navigating): void => {
      const may = isCard ? mayNavigate(event.url, event.isMainFrame) : event.url.startsWith(`${deskOrigin}/`);
      if (!may) event.preventDefault();
    };
    contents.on("will-navigate", refuse);
    contents.on("will-redirect", refuse);
    contents.on("will-frame-navigate", refuse);
    contents.on("will-attach-webview", (event) => event.preventDefault());
  });
}

export type DeskWindow = {
  /** Settles when its page has loaded, or will not because the window or its page is gone. */
  readonly loaded: Promise<void>;
  readonly browserWindow: BrowserWindow;
  readonly send: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  /** Closes it, whatever its page has against it. */
  readonly close: () => void;
};

type DeskWindowOptions = {
  readonly preload: string;
  readonly stateDirectory: string;
  readonly title: string;
  /** Called when its page has broken, with Chromium's word for it. */
  readonly onGone: (reason: GoneReason) => void;
  /** Called when its page is gone, or another is loaded in its place. */
  readonly onPageGone: () => void;
  /** True where a page that does not answer is only waiting. */
  readonly mayWait: () => boolean;
};

/** `--ground` of renderer/ui/tokens.css: nothing flashes before the first screen is drawn. */
const ground = (): string => (nativeTheme.shouldUseDarkColors ? "#14171b" : "#f5f6f8");

/** The one window, where it was the last time. It is shown when its first screen is drawn. */
export function openDeskWindow(options: DeskWindowOptions): DeskWindow {
  const stateFile = join(options.stateDirectory, "window.json");
  const state = readWindowState(stateFile);
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = state !== null && isOnScreen(state.bounds, displays) ? state.bounds : null;
  const browserWindow = new BrowserWindow({
    width: 1280,
    height: 820,
    ...bounds,
    minWidth: 760,
    minHeight: 520,
    show: false,
    title: options.title,
    backgroundColor: ground(),
    webPreferences: {
      preload: options.preload,
      session: session.defaultSession,
      ...pageProtections,
      devTools: !app.isPackaged,
    },
  });
  if (bounds !== null && needsBoundsAgain(displays, process.platform)) browserWindow.setBounds(bounds);
  const { webContents } = browserWindow;
  const recolour = (): void => browserWindow.setBackgroundColor(ground());
  nativeTheme.on("updated", recolour);
  browserWindow.once("closed", () => nativeTheme.off("updated", recolour));
  showOnFirstPaint(browserWindow, () => {
    if (state?.maximized === true) browserWindow.maximize();
    browserWindow.show();
  });
  webContents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) options.onPageGone();
  });
  browserWindow.once("closed", options.onPageGone);
  webContents.on("render-process-gone", (_event, { reason }) => {
    options.onPageGone();
    if (reason !== "clean-exit") options.onGone(reason);
  });
  // A page that hangs is ended, so that it is a page that is gone.
  browserWindow.on("unresponsive", () => {
    if (!options.mayWait()) webContents.forcefullyCrashRenderer();
  });
  return {
    loaded: browserWindow.loadURL(deskPage).catch((error: unknown) => {
      if (!browserWindow.isDestroyed() && !webContents.isCrashed()) throw error;
    }),
    browserWindow,
    send: (name, payload) => {
      if (!browserWindow.isDestroyed()) webContents.send(eventChannel, name, payload);
    },
    close: () => {
      if (browserWindow.isDestroyed()) return;
      writeWindowState(stateFile, {
        bounds: browserWindow.getNormalBounds(),
        maximized: browserWindow.isMaximized(),
      });
      browserWindow.destroy();
    },
  };
}
