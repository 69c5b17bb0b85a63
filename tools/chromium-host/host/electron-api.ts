import { EventEmitter } from "node:events";
import { HostApp } from "./app.ts";
import type { AppPackage } from "./app.ts";
import type { AppPaths } from "./app-paths.ts";
import { createBrowserWindowClass } from "./browser-window.ts";
import { createClipboard, HostClipboardItem } from "./clipboard.ts";
import type { CommandLine } from "./command-line.ts";
import { createDialog } from "./dialog.ts";
import type { Engine } from "./engine.ts";
import type { WindowHandle } from "./handles.ts";
import type { Host } from "./host.ts";
import { IpcMain } from "./ipc.ts";
import { createMenuBar, createMenuClasses } from "./menu.ts";
import { createNativeImage } from "./native-image.ts";
import { NativeTheme } from "./native-theme.ts";
import { createPassThrough } from "./net.ts";
import { HostNotification } from "./notification.ts";
import { HostPowerMonitor } from "./power-monitor.ts";
import { createSchemes } from "./protocol.ts";
import { HostScreen } from "./screen.ts";
import { HostSession } from "./session.ts";
import { createShell } from "./shell.ts";
import { UsageError } from "./usage-error.ts";
import { createUrlTranslator } from "./urls.ts";
import type { HostWebContents } from "./web-contents.ts";

/** What the host's entry point knows. */
export interface ElectronParts {
  readonly appPackage: AppPackage;
  readonly paths: AppPaths;
  readonly commandLine: CommandLine;
}

/** Makes the parts of one Electron and puts them together; `start` takes the running Chromium. */
export function createElectron(parts: ElectronParts) {
  const engine = Promise.withResolvers<Engine>();
  engine.promise.catch(() => undefined);
  const running: Host["running"] = { engine: undefined };
  const windows = new Map<number, WindowHandle>();
  const contents = new Map<number, HostWebContents>();
  const menuBar = createMenuBar(contents);
  const activity = { last: Date.now() };
  const sessions = new Map<string, HostSession>();

  const chromiumUserAgent = (): string => running.engine?.chromium.userAgent ?? "";
  const app = new HostApp({
    ...parts,
    windows: () => [...windows.values()],
    chromiumUserAgent,
    end: async (exitCode) => {
      await running.engine?.chromium.close().catch(() => undefined);
      process.exit(exitCode);
    },
  });
  let isReady = false;
  const schemes = createSchemes(() => isReady);
  const sessionFor = (partition: string): HostSession => {
    const known = sessions.get(partition);
    if (known !== undefined) return known;
    // Electron would keep it on the disk; nothing here may look as if it were.
    if (partition.startsWith("persist:"))
      throw new UsageError(`the Chromium host keeps partitions in memory alone, and not ${partition}`);
    const storagePath = (): string | null => (partition === "" ? parts.paths.get("sessionData") : null);
    const session = new HostSession({
      partition,
      schemes,
      engine: engine.promise,
      storagePath,
      chromiumUserAgent,
    });
    sessions.set(partition, session);
    app.emit("session-created", session);
    return session;
  };
  const passThrough = createPassThrough();

  const host: Host = {
    commandLine: parts.commandLine,
    schemes,
    urls: createUrlTranslator((scheme) => schemes.has(scheme)),
    engine: engine.promise,
    running,
    app,
    ipcMain: new IpcMain(),
    menuBar,
    nativeTheme: new NativeTheme(() => [...contents.values()].flatMap((each) => each.cdpSession ?? [])),
    powerMonitor: new HostPowerMonitor(activity),
    windows,
    focused: { window: undefined },
    contents,
    sessionFor,
    ownSession: (session) => {
      const own = [...sessions.values()].find((each) => Object.is(each, session));
      if (own === undefined) throw new TypeError("webPreferences.session is not a session of this app");
      return own;
    },
    activity,
    openWindow: (options) => new BrowserWindow(options),
  };
  const BrowserWindow = createBrowserWindowClass(host, passThrough);

  const api = {
    app,
    BrowserWindow,
    BaseWindow: BrowserWindow,
    webContents: {
      getAllWebContents: () => [...contents.values()],
      getFocusedWebContents: () => host.focused.window?.webContents ?? null,
      fromId: (id: number) => contents.get(id),
      fromDevToolsTargetId: (id: string) => [...contents.values()].find((each) => each.targetId === id),
      fromFrame: (frame: unknown) => [...contents.values()].find((each) => each.mainFrame === frame),
    },
    ipcMain: host.ipcMain,
    protocol: sessionFor("").protocol,
    session: {
      get defaultSession() {
        return sessionFor("");
      },
      fromPartition: (partition: string) => sessionFor(partition),
    },
    net: passThrough.net,
    ...createMenuClasses(host, menuBar),
    dialog: createDialog(),
    shell: createShell(),
    clipboard: createClipboard(),
    ClipboardItem: HostClipboardItem,
    nativeTheme: host.nativeTheme,
    nativeImage: createNativeImage(),
    powerMonitor: host.powerMonitor,
    screen: new HostScreen(),
    Notification: HostNotification,
    crashReporter: { start: () => undefined, getUploadToServer: () => false },
    systemPreferences: Object.assign(new EventEmitter(), {
      getMediaAccessStatus: () => "denied",
      askForMediaAccess: async () => false,
      canPromptTouchID: () => false,
      promptTouchID: async (): Promise<void> => {
        throw new Error("There is no Touch ID on this computer");
      },
      isTrustedAccessibilityClient: () => false,
    }),
    globalShortcut: {
      register: () => false,
      isRegistered: () => false,
      unregister: () => undefined,
      unregisterAll: () => undefined,
    },
  };

  return {
    api,
    /** Takes the running Chromium and tells the app that everything is ready. */
    start: (started: Engine): void => {
      running.engine = started;
      engine.resolve(started);
      isReady = true;
      app.becomeReady();
    },
  };
}

/** What an app gets from `require("electron")`. */
export type ElectronApi = ReturnType<typeof createElectron>["api"];
