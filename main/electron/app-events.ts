import { app, powerMonitor } from "electron";
import { linkIn, type Links } from "../links.ts";
import { bringUp, type Program } from "./program.ts";

type Wishes = {
  readonly leave: () => Promise<void>;
  readonly end: () => void;
  readonly open: () => Promise<void>;
  readonly links: Links;
};

/** Links as the system hands them over: macOS by an event, perhaps before it says `ready`, others to the first start. */
export function heedLinks({ came }: Links): void {
  app.on("open-url", (event, url) => {
    event.preventDefault();
    came(url);
  });
  const first = linkIn(process.argv.slice(1));
  if (first !== null) came(first);
}

/** What the system and the person want of the program. */
export function heedApp(program: Program, { leave, end, open, links }: Wishes): void {
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
  app.on("second-instance", (_event, args) => {
    // Somebody opens it again while the last requests are waited for: it comes back after them.
    if (program.isLeaving) program.startsAgain = true;
    const link = linkIn(args.slice(1));
    if (link === null) bringUp(program);
    else links.came(link);
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
