import type { EventEmitter } from "node:events";
import type { HostApp } from "./app.ts";
import type { HostWindow } from "./browser-window.ts";
import type { Chromium } from "./chromium/chromium-process.ts";
import type { Targets } from "./chromium/targets.ts";
import type { CommandLine } from "./command-line.ts";
import type { IpcMain } from "./ipc.ts";
import type { MenuBar } from "./menu.ts";
import type { NativeTheme } from "./native-theme.ts";
import type { Schemes } from "./protocol.ts";
import type { HostSession } from "./session.ts";
import type { UrlTranslator } from "./urls.ts";
import type { HostWebContents } from "./web-contents.ts";

/** What is there once Chromium runs. */
export interface Engine {
  readonly chromium: Chromium;
  readonly targets: Targets;
}

/** The parts of one Electron stand-in, as its modules need each other. Made once, by `electron-api.ts`. */
export interface Host {
  readonly commandLine: CommandLine;
  readonly schemes: Schemes;
  readonly urls: UrlTranslator;
  readonly engine: Promise<Engine>;
  /** The engine, once it runs. */
  readonly running: { engine: Engine | undefined };
  readonly app: HostApp;
  readonly ipcMain: IpcMain;
  readonly menuBar: MenuBar;
  readonly nativeTheme: NativeTheme;
  readonly powerMonitor: EventEmitter;
  readonly windows: Map<number, HostWindow>;
  readonly focused: { window: HostWindow | undefined };
  readonly contents: Map<number, HostWebContents>;
  readonly sessionFor: (partition: string) => HostSession;
  /** The host's view of a session that the app holds. */
  readonly ownSession: (session: object) => HostSession;
  /** When a person last touched a key or the mouse in any window, in milliseconds since 1970. */
  readonly activity: { last: number };
  readonly openWindow: (options: object) => HostWindow;
}
