import { app, BrowserWindow, session, type ProxyConfig, type Session, type WebContents } from "electron";
import { findCardFile, getCardHeaders, cardPage, cardPartition, mayRequest } from "./card-protocol.ts";
import { cardLanguageChannel } from "../../../shared/core/channels.ts";
import type { Language } from "../../../messages/language.ts";
import { readPageContent } from "../../platform/page-files.ts";
import { pageProtections } from "../../platform/page-protections.ts";
import { showOnFirstPaint } from "../../platform/when-drawn.ts";
import type { OpenCardWindow } from "./ports.ts";

const notFound = (): Response => new Response("Not found", { status: 404, headers: getCardHeaders(null) });

/** Serves the card page's own files, until they are all there; the origin exists in this session alone. */
function servePage(target: Session, root: string): void {
  if (target.protocol.isProtocolHandled("https")) return;
  target.protocol.handle("https", async (request) => {
    const file = request.method === "GET" ? findCardFile(request.url, root) : null;
    if (file === null) return notFound();
    try {
      return new Response(await readPageContent(file), { headers: getCardHeaders(file) });
    } catch {
      return notFound();
    }
  });
}

/**
 * From here on https is Chromium's own again. The page has all of its files by then; a handler between the
 * provider and its frames would hide redirects and cookies from them, which 3-D Secure is made of.
 */
function leaveToChromium(target: Session): void {
  if (target.protocol.isProtocolHandled("https")) target.protocol.unhandle("https");
}

type Frame = { readonly parent: object | null };

/** Whether a frame stands inside another one; null when that is not known, as of one that has gone meanwhile. */
function isNested(frame: Frame | null | undefined): boolean | null {
  try {
    return frame === null || frame === undefined ? null : frame.parent !== null;
  } catch {
    return null;
  }
}

/** Which requests may leave this session at all, over and above the page's policy. */
function restrictRequests(target: Session): void {
  target.webRequest.onBeforeRequest(({ url, resourceType, frame }, answer) => {
    const isInSubFrame =
      resourceType === "subFrame" ? true : resourceType === "mainFrame" ? false : isNested(frame);
    answer({ cancel: !mayRequest({ url, isInSubFrame }) });
  });
}

/** Whether a page is the card window's: it is the only one with this session. */
export const isCardContents = (contents: WebContents): boolean => contents.session !== session.defaultSession;

export type CardWindowOptions = {
  /** The built preload, and the folder of the built page. */
  readonly preload: string;
  readonly root: string;
  readonly title: () => string;
  readonly parent: () => BrowserWindow | null;
  /** The proxy that the organization sets, asked for with each window; null: the system's. */
  readonly proxy?: () => ProxyConfig | null;
  /** For every new session: no permission is granted. */
  readonly denyPermissions: (target: Session) => void;
};

export type CardWindows = {
  readonly open: OpenCardWindow;
  /** The open window goes over to that language. */
  readonly speak: (language: Language) => void;
  /** Closes the one that is open, as when a person does. */
  readonly close: () => void;
  /** The open window's id, for the check of who calls. */
  readonly ids: () => ReadonlySet<number>;
  /** The page has its files: called at its first call. */
  readonly loaded: () => void;
};

/** The window with the provider's form: its own session in memory, its own preload, its own policy. */
export function createCardWindows(options: CardWindowOptions): CardWindows {
  let shown: BrowserWindow | null = null;
  let prepared: Session | null = null;
  let present: ProxyConfig | null = null;

  /** Before anything is asked of the provider. The page itself comes from here. */
  async function takeProxy(target: Session): Promise<void> {
    const next = options.proxy?.() ?? null;
    if (JSON.stringify(next) === JSON.stringify(present)) return;
    await target.setProxy(next ?? { mode: "system" });
    present = next;
  }

  function ownSession(): Session {
    if (prepared !== null) return prepared;
    prepared = session.fromPartition(cardPartition);
    options.denyPermissions(prepared);
    restrictRequests(prepared);
    return prepared;
  }

  function create(target: Session): BrowserWindow {
    const parent = options.parent();
    return new BrowserWindow({
      width: 520,
      height: 720,
      minWidth: 380,
      minHeight: 480,
      ...(parent === null ? {} : { parent }),
      show: false,
      minimizable: false,
      fullscreenable: false,
      title: options.title(),
      backgroundColor: "#f6f7f9",
      webPreferences: {
        preload: options.preload,
        session: target,
        ...pageProtections,
        devTools: !app.isPackaged,
      },
    });
  }

  const open: OpenCardWindow = ({ onClosed }) => {
    const target = ownSession();
    servePage(target, options.root);
    const proxied = takeProxy(target);
    const browserWindow = create(target);
    shown = browserWindow;
    const close = (): void => {
      if (!browserWindow.isDestroyed()) browserWindow.close();
    };
    browserWindow.removeMenu();
    showOnFirstPaint(browserWindow, () => browserWindow.show());
    browserWindow.once("closed", () => {
      if (shown === browserWindow) shown = null;
      // Nothing of one patient's visit is there for the next.
      void target.clearData();
      onClosed();
    });
    // A page that does not come up, or breaks, leaves nobody in front of an empty window.
    browserWindow.webContents.on("render-process-gone", close);
    browserWindow.webContents.on("did-fail-load", (_event, _code, _description, _url, isMainFrame) => {
      if (isMainFrame) close();
    });
    // The provider's script has no say in when its window closes; Electron means "leave anyway" by this.
    browserWindow.webContents.on("will-prevent-unload", (event) => event.preventDefault());
    proxied.then(() => browserWindow.loadURL(cardPage)).catch(close);
    const focus = (): void => {
      if (!browserWindow.isDestroyed()) browserWindow.focus();
    };
    return { focus, close };
  };

  return {
    open,
    speak: (language) => {
      shown?.webContents.send(cardLanguageChannel, language);
      // The program's menu, anew in that language, is by then every window's.
      shown?.removeMenu();
    },
    close: () => shown?.close(),
    ids: () => new Set(shown === null ? [] : [shown.id]),
    loaded: () => {
      if (prepared !== null) leaveToChromium(prepared);
    },
  };
}
