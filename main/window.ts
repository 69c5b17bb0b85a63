import { app, BrowserWindow, screen, session, shell, type Session } from "electron";
import { join } from "node:path";
import { eventChannel, type EventName, type EventPayload } from "../contract/events.ts";
import { deskOrigin, deskPage } from "./desk-files.ts";
import { mayNavigate } from "./payment/card-protocol.ts";
import { isCardContents } from "./payment/card-window.ts";
import { pageProtections } from "./platform/page-protections.ts";
import { isOnScreen, readWindowState, writeWindowState } from "./window-state.ts";

/** Where help and the like may open in the browser; everything else stays shut. */
const openable = new Set<string>([]);

export function mayOpenOutside(address: string): boolean {
  return URL.canParse(address) && openable.has(new URL(address).href);
}

/** No page may use a camera, a microphone, notifications or any other permission, or put a file anywhere. */
export function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  target.on("will-download", (event) => event.preventDefault());
}

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
  /** Settles when its page has loaded. */
  readonly loaded: Promise<void>;
  readonly browserWindow: BrowserWindow;
  readonly send: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
};

type DeskWindowOptions = {
  readonly preload: string;
  readonly stateDirectory: string;
  readonly title: string;
};

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
    backgroundColor: "#f6f7f9",
    webPreferences: {
      preload: options.preload,
      session: session.defaultSession,
      ...pageProtections,
      devTools: !app.isPackaged,
    },
  });
  browserWindow.once("ready-to-show", () => {
    if (state?.maximized === true) browserWindow.maximize();
    browserWindow.show();
  });
  browserWindow.on("close", () =>
    writeWindowState(stateFile, {
      bounds: browserWindow.getNormalBounds(),
      maximized: browserWindow.isMaximized(),
    }),
  );
  return {
    loaded: browserWindow.loadURL(deskPage),
    browserWindow,
    send: (name, payload) => {
      if (!browserWindow.isDestroyed()) browserWindow.webContents.send(eventChannel, name, payload);
    },
  };
}
