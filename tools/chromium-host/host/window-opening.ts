import type { BrowserWindowConstructorOptions } from "electron";
import { createEvent } from "./event.ts";
import type { Host } from "./host.ts";
import type { ContentsHandle } from "./handles.ts";

/** What `setWindowOpenHandler` takes. */
export type WindowOpenHandler = (
  details: Readonly<{
    url: string;
    frameName: string;
    features: string;
    disposition: string;
    referrer: Readonly<{ url: string; policy: string }>;
  }>,
) => Readonly<{ action: "allow" | "deny"; overrideBrowserWindowOptions?: BrowserWindowConstructorOptions }>;

/** What a page wants to open. */
export interface WindowWish {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
}

/**
 * Asks the app when a page wants a new window. Chromium opens none by itself; an allowed window is opened by the host,
 * with no link to its opener.
 */
export function openForPage(
  parts: Readonly<{ host: Host; opener: ContentsHandle; handler: WindowOpenHandler | undefined }>,
  wish: WindowWish,
): void {
  const { host, opener, handler } = parts;
  const { frameName, features, disposition } = wish;
  const url = host.urls.toElectron(wish.url);
  const referrer = { url: "", policy: "strict-origin-when-cross-origin" };
  const answer = handler?.({ url, frameName, features, disposition, referrer }) ?? { action: "allow" };
  if (answer.action !== "allow") return;
  const { preload, ...inherited } = opener.getLastWebPreferences();
  const webPreferences = preload === undefined ? inherited : { ...inherited, preload };
  const options = { webPreferences, ...answer.overrideBrowserWindowOptions };
  const window = host.openWindow(options);
  opener.emit("did-create-window", window, createEvent({ url, options }));
  window.loadURL(url).catch(() => undefined);
}
