import { app, powerMonitor } from "electron";
import type { Program } from "./program.ts";

type Wishes = {
  readonly leave: () => Promise<void>;
  readonly end: () => void;
  readonly open: () => Promise<void>;
};

/** What the system and the person want of the program. */
export function heedApp(program: Program, { leave, end, open }: Wishes): void {
  // Decided before any window closes: quitting would close the card window although the desk's stays.
  app.on("before-quit", (event) => {
    if (program.isLeaving) return;
    event.preventDefault();
    void leave();
  });
  app.on("will-quit", (event) => {
    event.preventDefault();
    end();
  });
  app.on("window-all-closed", () => app.quit());
  app.on("activate", () => {
    if (program.shown === null && program.desk !== null && !program.isLeaving) void open();
  });
  app.on("second-instance", () => {
    // Somebody opens it again while the last requests are waited for: it comes back after them.
    if (program.isLeaving) program.startsAgain = true;
    const window = program.shown?.browserWindow;
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  powerMonitor.on("resume", () => program.desk?.wake());
  powerMonitor.on("unlock-screen", () => program.desk?.wake());
  // Electron's own handlers are good for one signal each: the second would kill requests under way.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => app.quit());
}
