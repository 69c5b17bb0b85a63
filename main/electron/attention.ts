import { app, nativeImage, Notification, type BrowserWindow } from "electron";
import { words } from "../../messages/words.ts";
import { createAttention, type Needed } from "../desk/attention.ts";
import { drawOverlayBitmap, overlaySize } from "./overlay-icon.ts";

type Options = {
  readonly window: () => BrowserWindow | null;
  /** A person wants to see what needs them: the outbox, or bookings that were denied. */
  readonly onWanted: (what: "items" | "denied") => void;
};

/** Windows names the program behind a notification by this; it is the `appId` of electron-builder.yml. */
const appId = "app.frontdesk.desktop";

/** The badge of the dock, or over the button of the taskbar, and the system's notifications. Names stand in neither. */
export function createSystemAttention({ window, onWanted }: Options): (needed: Needed) => void {
  if (process.platform === "win32") app.setAppUserModelId(appId);
  let shown: Notification | null = null;
  const bringUp = (what: "items" | "denied"): void => {
    const found = window();
    if (found?.isMinimized() === true) found.restore();
    found?.show();
    found?.focus();
    onWanted(what);
  };
  /** One at a time: the last says how many there are. */
  const show = (what: "items" | "denied", said: { readonly title: string; readonly body: string }): void => {
    if (!Notification.isSupported()) return;
    shown?.close();
    shown = new Notification(said);
    shown.on("click", () => bringUp(what));
    shown.show();
  };
  return createAttention({
    isWatched: () => window()?.isFocused() === true,
    badge: (count) => {
      if (count === 0) shown?.close();
      if (process.platform !== "win32") return void app.setBadgeCount(count);
      const image = nativeImage.createFromBitmap(Buffer.from(drawOverlayBitmap(count)), {
        width: overlaySize,
        height: overlaySize,
        scaleFactor: 2,
      });
      window()?.setOverlayIcon(count === 0 ? null : image, words.desk.attention.title({ count }));
    },
    notify: (count) =>
      show("items", { title: words.desk.attention.title({ count }), body: words.desk.attention.text }),
    notifyDenied: (denied) =>
      show("denied", {
        title: words.desk.attention.denied({ count: denied }),
        body: words.desk.attention.deniedText,
      }),
  });
}
