import type { App, PowerMonitor } from "electron";
import type { Program } from "./program.ts";

/** What tells of it: Electron's own objects, and this process. */
type System = {
  readonly app: App;
  readonly powerMonitor: PowerMonitor;
  readonly process: Pick<NodeJS.Process, "on">;
};

type Wishes = {
  readonly leave: () => Promise<void>;
  readonly end: () => void;
  readonly open: () => Promise<void>;
};

/** What the system and the person want of the program. */
export function registerAppEvents(
  { app, powerMonitor, process }: System,
  program: Program,
  { leave, end, open }: Wishes,
): void {
  // Decided before any window closes: quitting would close the card window although the desk's stays.
  app.on("before-quit", (event) => {
    if (program.isLeaving) return;
    event.preventDefault();
    void leave();
  });
  app.on("will-quit", (event) => {
    if (program.isOver) return;
    event.preventDefault();
    end();
  });
  app.on("window-all-closed", () => app.quit());
  app.on("activate", () => {
    if (program.shown === null && program.desk !== null && !program.isLeaving) void open();
  });
  powerMonitor.on("lock-screen", () => void program.desk?.lock("system"));
  // Somebody else's turn at this Mac: their session hides the screen, not what runs behind it.
  powerMonitor.on("user-did-resign-active", () => void program.desk?.lock("system"));
  powerMonitor.on("suspend", () => void program.desk?.lock("suspend"));
  powerMonitor.on("resume", () => program.desk?.wake());
  powerMonitor.on("unlock-screen", () => program.desk?.wake());
  // Electron's own handlers are good for one signal each: the second would kill requests under way.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => app.quit());
}
