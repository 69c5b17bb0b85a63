import type * as Electron from "electron";
import type { ElectronApi } from "../../../tools/chromium-host/host/electron-api.ts";
import type { HostMenuItem } from "../../../tools/chromium-host/host/menu.ts";
import type { WindowHandle } from "../../../tools/chromium-host/host/handles.ts";

/** The parts of Electron that the app uses, by the object they belong to. A test looks for others in the sources. */
export const used = {
  app: [
    "commandLine",
    "enableSandbox",
    "exit",
    "getAppPath",
    "getName",
    "getPath",
    "getPreferredSystemLanguages",
    "getVersion",
    "isPackaged",
    "on",
    "quit",
    "relaunch",
    "requestSingleInstanceLock",
    "setAppLogsPath",
    "setAppUserModelId",
    "setBadgeCount",
    "setPath",
    "whenReady",
  ],
  clipboard: ["clear", "readText", "write", "writeText"],
  dialog: ["showErrorBox", "showMessageBox", "showOpenDialog", "showSaveDialog"],
  nativeImage: ["createFromBitmap"],
  nativeTheme: ["off", "on", "shouldUseDarkColors", "themeSource"],
  powerMonitor: ["getSystemIdleTime", "on"],
  protocol: ["registerSchemesAsPrivileged"],
  ipcMain: ["handle"],
  screen: ["getAllDisplays"],
  session: ["defaultSession", "fromPartition"],
  shell: ["openExternal"],
  systemPreferences: ["canPromptTouchID", "promptTouchID"],
  BrowserWindow: ["fromWebContents", "getAllWindows"],
  Menu: ["buildFromTemplate", "setApplicationMenu"],
  Notification: ["isSupported"],
} as const satisfies { readonly [K in keyof typeof Electron]?: readonly (keyof (typeof Electron)[K])[] };

/** The same of what the app is given by those. */
type OfInstances = {
  readonly window:
    | "close"
    | "destroy"
    | "focus"
    | "getNormalBounds"
    | "id"
    | "isDestroyed"
    | "isFocused"
    | "isMaximized"
    | "isMinimized"
    | "isVisible"
    | "maximize"
    | "removeMenu"
    | "restore"
    | "setBackgroundColor"
    | "setBounds"
    | "setOverlayIcon"
    | "show"
    | "webContents";
  readonly contents:
    | "executeJavaScript"
    | "forcefullyCrashRenderer"
    | "isCrashed"
    | "isLoadingMainFrame"
    | "loadURL"
    | "print"
    | "reload"
    | "send"
    | "session"
    | "setWebRTCIPHandlingPolicy"
    | "setWindowOpenHandler";
  readonly session:
    | "clearData"
    | "protocol"
    | "resolveProxy"
    | "setDevicePermissionHandler"
    | "setDisplayMediaRequestHandler"
    | "setPermissionCheckHandler"
    | "setPermissionRequestHandler"
    | "setProxy"
    | "webRequest";
  readonly protocol: "handle" | "isProtocolHandled" | "unhandle";
  readonly webRequest: "onBeforeRequest";
  readonly frame: "origin" | "parent" | "url";
  readonly notification: "close" | "show";
  readonly item: "types";
};

type HostWindow = InstanceType<ElectronApi["BrowserWindow"]>;
type HostContents = HostWindow["webContents"];
type HostSession = HostContents["session"];
type HostFrame = HostContents["mainFrame"];
type HostMenu = ReturnType<ElectronApi["Menu"]["buildFromTemplate"]>;
type HostImage = ReturnType<ElectronApi["nativeImage"]["createFromBitmap"]>;
type HostItem = InstanceType<ElectronApi["ClipboardItem"]>;

/** What stands for one of Electron's own objects. */
type Swap<T> = T extends Electron.BrowserWindow | Electron.BaseWindow
  ? WindowHandle
  : T extends Electron.WebContents
    ? HostContents
    : T extends Electron.Session
      ? HostSession
      : T extends Electron.WebFrameMain
        ? HostFrame
        : T extends Electron.Protocol
          ? HostSession["protocol"]
          : T extends Electron.WebRequest
            ? HostSession["webRequest"]
            : T extends Electron.Menu
              ? HostMenu
              : T extends Electron.MenuItem
                ? HostMenuItem
                : T extends Electron.NativeImage
                  ? HostImage
                  : T extends Electron.ClipboardItem
                    ? HostItem
                    : T extends Electron.CommandLine
                      ? ElectronApi["app"]["commandLine"]
                      : T extends Promise<infer R>
                        ? Promise<Swap<R>>
                        : T extends readonly (infer E)[]
                          ? Swap<E>[]
                          : T;

type Arguments<A extends readonly unknown[]> = { [I in keyof A]: Swap<A[I]> };
type TakesFunction<A extends readonly unknown[]> =
  Extract<A[number], (...args: never[]) => unknown> extends never ? false : true;

/**
 * A member as the app may use it. Of what takes a function only the answer is compared: what the function is called
 * with, and what events say, is told by the host's own tests.
 */
type Member<T> = T extends (...args: infer A) => infer R
  ? TakesFunction<A> extends true
    ? (...args: never) => unknown
    : (...args: Arguments<A>) => Swap<R>
  : Swap<T>;
type Parts<T, K extends keyof T> = { readonly [P in K]: Member<T[P]> };

/** Refuses to be made where the host does not do for what the app takes for Electron's. */
type Fits<Host extends Wanted, Wanted> = [Host, Wanted];

type Modules = {
  readonly [K in keyof typeof used]: Parts<
    (typeof Electron)[K],
    (typeof used)[K][number] & keyof (typeof Electron)[K]
  >;
};

/** Not a type that anybody uses: that it can be made is the test. @lintignore */
export type Checked = [
  Fits<ElectronApi, Modules>,
  Fits<HostWindow, Parts<Electron.BrowserWindow, OfInstances["window"]>>,
  Fits<HostWindow, WindowHandle>,
  Fits<HostContents, Parts<Electron.WebContents, OfInstances["contents"]>>,
  Fits<HostSession, Parts<Electron.Session, OfInstances["session"]>>,
  Fits<HostSession["protocol"], Parts<Electron.Protocol, OfInstances["protocol"]>>,
  Fits<HostSession["webRequest"], Parts<Electron.WebRequest, OfInstances["webRequest"]>>,
  Fits<HostFrame, Parts<Electron.WebFrameMain, OfInstances["frame"]>>,
  Fits<InstanceType<ElectronApi["Notification"]>, Parts<Electron.Notification, OfInstances["notification"]>>,
  Fits<HostItem, Parts<Electron.ClipboardItem, OfInstances["item"]>>,
];

/** That the comparison compares: none of these can be made. @lintignore */
export type Planted = [
  // @ts-expect-error -- a method that is not there
  Fits<Omit<HostSession, "clearData">, Parts<Electron.Session, OfInstances["session"]>>,
  // @ts-expect-error -- an answer of another kind
  Fits<{ types: readonly number[] }, Parts<Electron.ClipboardItem, OfInstances["item"]>>,
  // @ts-expect-error -- an argument that is not taken
  Fits<{ setPath: (name: "userData") => void }, Parts<Electron.App, "setPath">>,
];
