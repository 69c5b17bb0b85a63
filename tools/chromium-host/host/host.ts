import type { HostApp } from "./app.ts";
import type { CommandLine } from "./command-line.ts";
import type { Engine } from "./engine.ts";
import type { ContentsHandle, MenuKeys, WindowHandle } from "./handles.ts";
import type { IpcMain } from "./ipc.ts";
import type { NativeTheme } from "./native-theme.ts";
import type { HostPowerMonitor } from "./power-monitor.ts";
import type { Schemes } from "./protocol.ts";
import type { HostSession } from "./session.ts";
import type { UrlTranslator } from "./urls.ts";

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
  readonly menuBar: MenuKeys;
  readonly nativeTheme: NativeTheme;
  readonly powerMonitor: HostPowerMonitor;
  readonly windows: Map<number, WindowHandle>;
  readonly focused: { window: WindowHandle | undefined };
  readonly contents: Map<number, ContentsHandle>;
  readonly sessionFor: (partition: string) => HostSession;
  /** The host's view of a session that the app holds. */
  readonly ownSession: (session: object) => HostSession;
  /** When a person last touched a key or the mouse in any window, in milliseconds since 1970. */
  readonly activity: { last: number };
  readonly openWindow: (options: object) => WindowHandle;
}
