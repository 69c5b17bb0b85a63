import type { Engine } from "./engine.ts";
import type { Protocol } from "./chromium/cdp-types.ts";
import type { ContentsHandle } from "./handles.ts";

type RequestHandler = (
  contents: ContentsHandle,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;
type CheckHandler = (
  contents: ContentsHandle,
  permission: string,
  origin: string,
  details: object,
) => boolean;
type Setting = Protocol.Browser.PermissionSetting;

/** The permission handlers of a session, and how they reach Chromium. */
export interface Permissions {
  requestHandler: RequestHandler | null;
  checkHandler: CheckHandler | null;
  deviceHandler: ((details: object) => boolean) | null;
  displayMediaHandler: ((request: object, callback: (streams?: object | null) => void) => void) | null;
  /** Asks the handlers about every permission for a page that is about to load, and tells Chromium the answers. */
  apply(contents: ContentsHandle, url: string): Promise<void>;
}

// Chromium's name -> Electron's. Chromium has no event for "a page asks", so every answer is settled beforehand.
const permissions: readonly Readonly<{
  chromium: Protocol.Browser.PermissionDescriptor;
  electron: string;
  media?: string;
}>[] = [
  { chromium: { name: "camera" }, electron: "media", media: "video" },
  { chromium: { name: "microphone" }, electron: "media", media: "audio" },
  { chromium: { name: "geolocation" }, electron: "geolocation" },
  { chromium: { name: "notifications" }, electron: "notifications" },
  { chromium: { name: "midi" }, electron: "midi" },
  { chromium: { name: "midi", sysex: true }, electron: "midiSysex" },
  { chromium: { name: "clipboard-read" }, electron: "clipboard-read" },
  { chromium: { name: "clipboard-write" }, electron: "clipboard-sanitized-write" },
  { chromium: { name: "pointer-lock" }, electron: "pointerLock" },
  { chromium: { name: "keyboard-lock" }, electron: "keyboardLock" },
  { chromium: { name: "display-capture" }, electron: "display-capture" },
  { chromium: { name: "idle-detection" }, electron: "idle-detection" },
  { chromium: { name: "window-management" }, electron: "window-management" },
  { chromium: { name: "storage-access" }, electron: "storage-access" },
  { chromium: { name: "local-fonts" }, electron: "unknown" },
  { chromium: { name: "speaker-selection" }, electron: "speaker-selection" },
  { chromium: { name: "screen-wake-lock" }, electron: "unknown" },
  { chromium: { name: "persistent-storage" }, electron: "unknown" },
  { chromium: { name: "background-sync" }, electron: "unknown" },
  { chromium: { name: "payment-handler" }, electron: "unknown" },
  { chromium: { name: "nfc" }, electron: "unknown" },
  { chromium: { name: "accelerometer" }, electron: "sensors" },
  { chromium: { name: "gyroscope" }, electron: "sensors" },
  { chromium: { name: "magnetometer" }, electron: "sensors" },
  { chromium: { name: "background-fetch" }, electron: "background-fetch" },
  { chromium: { name: "captured-surface-control" }, electron: "captured-surface-control" },
  { chromium: { name: "local-network-access" }, electron: "local-network-access" },
];

function ask(
  handler: RequestHandler,
  parts: Readonly<{ contents: ContentsHandle; permission: string; details: object }>,
): Promise<boolean> {
  return new Promise((resolve) => {
    handler(parts.contents, parts.permission, resolve, parts.details);
  });
}

/** Makes the permissions of one session. Without handlers everything is granted, as in Electron. */
export function createPermissions(
  parts: Readonly<{ engine: Promise<Engine>; browserContext: () => Promise<string | undefined> }>,
): Permissions {
  const made: Permissions = {
    requestHandler: null,
    checkHandler: null,
    deviceHandler: null,
    displayMediaHandler: null,
    apply: async (contents, url) => {
      const { chromium } = await parts.engine;
      const browserContextId = await parts.browserContext();
      const context = browserContextId === undefined ? {} : { browserContextId };
      const settle = async (entry: (typeof permissions)[number]): Promise<void> => {
        const media = entry.media === undefined ? {} : { mediaTypes: [entry.media], mediaType: entry.media };
        const details = { requestingUrl: url, securityOrigin: url, isMainFrame: true, ...media };
        const permission = entry.electron;
        const checked = made.checkHandler?.(contents, permission, url, details) ?? true;
        const asked =
          made.requestHandler === null || !checked
            ? checked
            : await ask(made.requestHandler, { contents, permission, details });
        const setting: Setting = checked && asked ? "granted" : "denied";
        chromium.connection.root.post("Browser.setPermission", {
          permission: entry.chromium,
          setting,
          ...context,
        });
      };
      // A handler that has not answered yet must not hold up the page; until it does, nothing is granted.
      await Promise.race([
        Promise.all(permissions.map(settle)),
        new Promise((resolve) => setTimeout(resolve, 50)),
      ]);
    },
  };
  return made;
}
