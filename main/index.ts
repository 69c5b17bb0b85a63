import { app, BrowserWindow, dialog, nativeTheme, powerMonitor, session } from "electron";
import { join } from "node:path";
import { cardChannel, cardOrigin } from "../contract/card.ts";
import type { EventName, EventPayload } from "../contract/events.ts";
import { invokeChannel } from "../contract/routes.ts";
import { keytarSecretStore } from "./account/keytar-secret-store.ts";
import { composeDesk, type Desk } from "./compose.ts";
import { deskOrigin } from "./desk-files.ts";
import { registerRoutes } from "./ipc/register.ts";
import { lastKeystrokes } from "./last-keystrokes.ts";
import { mayLeave } from "./leaving.ts";
import { setMenu } from "./menu.ts";
import { pageRecovery } from "./page-recovery.ts";
import { cardWindows } from "./payment/card-window.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { fileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock, systemRandom } from "./platform/system.ts";
import { programEnd } from "./program-end.ts";
import { brokenWords, type QuitWords } from "./quit-words.ts";
import { registerDeskScheme, serveDesk } from "./protocol.ts";
import {
  denyPermissions,
  lockDownContents,
  openDeskWindow,
  shutIn,
  systemProxy,
  type DeskWindow,
} from "./window.ts";
import { windowServices } from "./window-services.ts";

/** Electron's life cycle, and nothing else: what the desk does is built in compose.ts. */
const built = (...parts: string[]): string => join(__dirname, "..", ...parts);

/** Milliseconds that requests under way have at the end: one that is cut off leaves a booking to be checked. */
const answersWithin = 3_000;
/** Milliseconds after which the program ends, whatever does not: a keychain, a disk. */
const endsWithin = answersWithin + 1_500;

function platform(): "win32" | "darwin" | "linux" {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}

function run(log: Log): void {
  const directory = app.getPath("userData");
  let shown: DeskWindow | null = null;
  let desk: Desk | null = null;
  let composing: Promise<Desk> | null = null;
  /** It is decided that the program ends. */
  let isLeaving = false;
  let startsAgain = false;

  process.on("uncaughtException", (error) => log.error("main.uncaught", error));
  process.on("unhandledRejection", (error) => log.error("main.unhandled", error));

  const emit = <N extends EventName>(name: N, payload: EventPayload<N>): void => {
    if (name === "settings.changed" && desk !== null) nativeTheme.themeSource = desk.settings().theme;
    shown?.send(name, payload);
  };
  const ask = async (words: QuitWords, buttons: readonly [string, string]): Promise<boolean> => {
    if (shown === null) return true;
    const { response } = await dialog.showMessageBox(shown.browserWindow, {
      type: words.loses ? "warning" : "info",
      message: words.message,
      detail: words.detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: 1,
    });
    return response === 0;
  };

  const typed = lastKeystrokes({ ask: (request) => emit("flush", { request }), clock: systemClock });
  const leaving = mayLeave({
    save: async () => {
      const contents = shown?.browserWindow.webContents;
      // A page that is not there yet, or no longer, has nothing to save.
      return contents === undefined || contents.isCrashed() || contents.isLoadingMainFrame()
        ? null
        : typed.save();
    },
    unfinished: () => {
      try {
        return desk?.quitWords() ?? null;
      } catch (error) {
        // Records that cannot be read just now must not keep the window from closing.
        log.error("main.unfinished", error);
        return null;
      }
    },
    ask: (words) => ask(words, ["Quit", "Stay"]),
  });
  const leave = async (): Promise<void> => {
    if (!(await leaving())) {
      startsAgain = false;
      return;
    }
    isLeaving = true;
    shown?.close();
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    app.quit();
  };
  const services = windowServices({
    window: () => shown?.browserWindow ?? null,
    clock: systemClock,
    flushed: typed.saved,
    restart: () => {
      startsAgain = true;
      void leave();
    },
  });
  const end = programEnd({
    stops: [services.forgetCopied, async () => (await composing)?.stop(answersWithin)],
    within: endsWithin,
    exit: () => {
      if (startsAgain) app.relaunch();
      app.exit(0);
    },
    clock: systemClock,
    log,
  });
  const recover = pageRecovery({
    clock: systemClock,
    log,
    reload: () => {
      if (!isLeaving) shown?.browserWindow.webContents.reload();
    },
    ask: () => ask(brokenWords, ["Load it again", "Quit"]),
    quit: () => void leave(),
  });
  const cards = cardWindows({
    preload: built("preload", "payment.cjs"),
    root: built("card"),
    title: `Card – ${app.getName()}`,
    parent: () => shown?.browserWindow ?? null,
    denyPermissions,
  });

  const open = async (): Promise<void> => {
    const opened = openDeskWindow({
      preload: built("preload", "index.cjs"),
      stateDirectory: directory,
      title: app.getName(),
      onGone: (reason) => void recover(reason),
      mayWait: services.isPrinting,
    });
    shown = opened;
    opened.browserWindow.on("close", (event) => {
      event.preventDefault();
      void leave();
    });
    opened.browserWindow.on("closed", () => {
      shown = null;
      cards.close();
    });
    await opened.loaded;
  };

  const start = async (): Promise<void> => {
    await app.whenReady();
    // Electron's own handlers are good for one signal: the second would kill requests under way.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => app.quit());
    if (isLeaving) return;
    denyPermissions(session.defaultSession);
    await shutIn(session.defaultSession);
    serveDesk(session.defaultSession.protocol, built("renderer"));
    composing = composeDesk({
      directory: join(directory, "records"),
      version: app.getVersion(),
      platform: platform(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      secrets: keytarSecretStore({ service: app.getName(), clock: systemClock }),
      clock: systemClock,
      random: systemRandom,
      log,
      resolveProxy: systemProxy,
      window: services,
      openCardWindow: cards.open,
      emit,
    });
    desk = await composing;
    const { route, cardRoute } = desk;
    registerRoutes({
      channel: invokeChannel,
      route,
      origin: deskOrigin,
      windowIds: () => new Set(shown === null ? [] : [shown.browserWindow.id]),
      log,
    });
    registerRoutes({
      channel: cardChannel,
      route: (name, input) => {
        cards.loaded();
        return cardRoute(name, input);
      },
      origin: cardOrigin,
      windowIds: cards.ids,
      log,
    });
    if (isLeaving) return;
    setMenu({ platform: process.platform, name: app.getName(), run: (name) => emit("command", { name }) });
    powerMonitor.on("resume", () => desk?.wake());
    powerMonitor.on("unlock-screen", () => desk?.wake());
    await open();
    await desk.start();
  };

  // Decided before any window closes: quitting would close the card window although the desk's stays.
  app.on("before-quit", (event) => {
    if (isLeaving) return;
    event.preventDefault();
    void leave();
  });
  app.on("will-quit", (event) => {
    event.preventDefault();
    end();
  });
  app.on("window-all-closed", () => app.quit());
  app.on("activate", () => {
    if (shown === null && desk !== null && !isLeaving) void open();
  });
  app.on("second-instance", () => {
    // Somebody opens it again while the last requests are waited for: it comes back after them.
    if (isLeaving) startsAgain = true;
    if (shown?.browserWindow.isMinimized() === true) shown.browserWindow.restore();
    shown?.browserWindow.focus();
  });

  start().catch((error: unknown) => {
    if (isLeaving) return;
    log.error("main.start", error);
    dialog.showErrorBox(
      "Front Desk could not start",
      "Nothing was changed or sent. Start it again; if this comes back, whoever looks after this computer finds the reason in the log.",
    );
    app.exit(1);
  });
}

// Before anything connects, and before Chromium starts the process that it connects from.
dropUnsafeVariables(process.env);
if (app.requestSingleInstanceLock()) {
  registerDeskScheme();
  app.enableSandbox();
  lockDownContents();
  run(fileLog(app.getPath("logs"), systemClock.now));
} else {
  app.quit();
}
