import type { HostMessage, KeyInput, PageMessage } from "../page/isolated-world.ts";
import { askForDisplay } from "./display-media.ts";
import { createEvent } from "./event.ts";
import type { HostFrame } from "./frames.ts";
import type { Host } from "./host.ts";
import { dispatchIpc, encodeValue } from "./ipc.ts";
import type { Permissions } from "./permissions.ts";
import type { ContentsHandle } from "./handles.ts";
import type { WindowWish } from "./window-opening.ts";

/** One message of an isolated world. */
export interface Received {
  readonly payload: string;
  readonly frame: () => HostFrame | undefined;
  readonly answer: (message: HostMessage) => void;
}

/** Makes the function that acts on the messages of one page. */
export function createMessageReceiver(
  parts: Readonly<{
    host: Host;
    contents: ContentsHandle;
    permissions: Permissions;
    mayLeave: (url: string) => boolean;
    openWindow: (wish: WindowWish) => void;
  }>,
): (received: Received) => void {
  const { host, contents, permissions, mayLeave, openWindow } = parts;

  const onKey = (input: KeyInput): void => {
    host.activity.last = Date.now();
    contents.emit("before-input-event", createEvent({}), { ...input, modifiers: [] });
  };
  const onLeave = (url: string): void => {
    // Only the page's own wish ends here. The app may still go anywhere with loadURL.
    if (mayLeave(host.urls.toElectron(url))) contents.loadURL(url).catch(() => undefined);
  };
  const onPreloadError = (message: string, stack: string): void => {
    const path = contents.getLastWebPreferences().preload ?? "";
    const error = Object.assign(new Error(message), { stack });
    console.error(`Unable to load preload script: ${path}`, error);
    contents.emit("preload-error", createEvent({}), path, error);
  };

  return ({ payload, frame, answer }) => {
    const message: PageMessage = JSON.parse(payload);
    switch (message.type) {
      case "send":
      case "invoke":
        void dispatchIpc(host.ipcMain, { contents, frame, answer }, message);
        return;
      case "key":
        onKey(message.input);
        return;
      case "accelerator":
        host.menuBar.press(message.chord);
        return;
      case "leave":
        onLeave(message.url);
        return;
      case "open":
        openWindow(message);
        return;
      case "window":
        contents.emit("-window-change", message.change);
        return;
      case "title":
        contents.noteTitle(message.title);
        return;
      case "activity":
        host.activity.last = Date.now();
        return;
      case "display-media": {
        const { id, ...wanted } = message;
        const frameNow = frame() ?? null;
        const tell = (value: string): void =>
          answer({ type: "reply", id, ok: true, value: encodeValue(value) });
        askForDisplay(permissions.displayMediaHandler, { ...wanted, frame: frameNow }, tell);
        return;
      }
      case "execute":
        frame()
          ?.executeJavaScript(message.expression)
          .catch((error: unknown) => console.error("executeInMainWorld:", error));
        return;
      case "preload-error":
        onPreloadError(message.message, message.stack);
        return;
    }
  };
}
