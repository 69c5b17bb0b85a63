import { app, dialog, nativeTheme, powerMonitor, session } from "electron";
import { join } from "node:path";
import { cardChannel, cardOrigin } from "../contract/card.ts";
import type { EventName, EventPayload } from "../contract/events.ts";
import { invokeChannel } from "../contract/routes.ts";
import { keytarSecretStore } from "./account/keytar-secret-store.ts";
import { composeDesk, type Desk } from "./compose.ts";
import { deskOrigin } from "./desk-files.ts";
import { registerRoutes } from "./ipc/register.ts";
import { setMenu } from "./menu.ts";
import { cardWindows } from "./payment/card-window.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { fileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock, systemRandom } from "./platform/system.ts";
import { unsavedWords, type QuitWords } from "./quit-words.ts";
import { registerDeskScheme, serveDesk } from "./protocol.ts";
import { denyPermissions, lockDownContents, openDeskWindow, type DeskWindow } from "./window.ts";
import { windowServices } from "./window-services.ts";

/** Electron's life cycle, and nothing else: what the desk does is built in compose.ts. */
const built = (...parts: string[]): string => join(__dirname, "..", ...parts);

/** Milliseconds that requests under way have at the end: one that is cut off leaves a booking to be checked. */
const answersWithin = 3_000;

function platform(): "win32" | "darwin" | "linux" {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}

async function run(log: Log): Promise<void> {
  const directory = app.getPath("userData");
  let shown: DeskWindow | null = null;
  let desk: Desk | null = null;
  let mayClose = false;

  process.on("uncaughtException", (error) => log.error("main.uncaught", error));
  process.on("unhandledRejection", (error) => log.error("main.unhandled", error));

  await app.whenReady();
  denyPermissions(session.defaultSession);
  serveDesk(session.defaultSession.protocol, built("renderer"));

  const services = windowServices({ window: () => shown?.browserWindow ?? null, clock: systemClock });
  const emit = <N extends EventName>(name: N, payload: EventPayload<N>): void => {
    if (name === "settings.changed" && desk !== null) nativeTheme.themeSource = desk.settings().theme;
    shown?.send(name, payload);
  };
  const cards = cardWindows({
    preload: built("preload", "payment.cjs"),
    root: built("card"),
    title: `Card – ${app.getName()}`,
    parent: () => shown?.browserWindow ?? null,
    denyPermissions,
  });
  desk = await composeDesk({
    directory: join(directory, "records"),
    version: app.getVersion(),
    platform: platform(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    secrets: keytarSecretStore({ service: app.getName(), clock: systemClock }),
    clock: systemClock,
    random: systemRandom,
    log,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    window: services,
    openCardWindow: cards.open,
    emit,
  });
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
  setMenu({ platform: process.platform, name: app.getName(), run: (name) => emit("command", { name }) });

  const open = async (): Promise<void> => {
    shown = openDeskWindow({
      preload: built("preload", "index.cjs"),
      stateDirectory: directory,
      title: app.getName(),
    });
    shown.browserWindow.on("close", (event) => {
      if (mayClose) return;
      event.preventDefault();
      void close();
    });
    shown.browserWindow.on("closed", () => {
      shown = null;
      mayClose = false;
      cards.close();
    });
    await shown.loaded;
  };
  /** Records that cannot be read just now must not keep the window from closing. */
  const unfinished = (): QuitWords | null => {
    try {
      return desk?.quitWords() ?? null;
    } catch (error) {
      log.error("main.unfinished", error);
      return null;
    }
  };
  /** What was typed is saved first; unsent items are named, and kept. */
  const close = async (): Promise<void> => {
    const saved = services.afterFlush();
    emit("flush", {});
    const unsaved = await saved;
    for (const words of [unsavedWords(unsaved), unfinished()]) {
      if (words === null || shown === null) continue;
      const { response } = await dialog.showMessageBox(shown.browserWindow, {
        type: words.loses ? "warning" : "info",
        message: words.message,
        detail: words.detail,
        buttons: ["Quit", "Stay"],
        defaultId: 0,
        cancelId: 1,
      });
      if (response === 1) return;
    }
    mayClose = true;
    shown?.browserWindow.close();
  };

  let stopping = false;
  app.on("second-instance", () => {
    // Somebody opens it again while the last requests are waited for: it comes back after them.
    if (stopping) app.relaunch();
    if (shown?.browserWindow.isMinimized() === true) shown.browserWindow.restore();
    shown?.browserWindow.focus();
  });
  app.on("activate", () => {
    if (shown === null && !stopping) void open();
  });
  app.on("window-all-closed", () => app.quit());
  app.on("will-quit", (event) => {
    if (stopping) return;
    stopping = true;
    event.preventDefault();
    void desk?.stop(answersWithin).finally(() => app.quit());
  });
  powerMonitor.on("resume", () => desk?.wake());
  powerMonitor.on("unlock-screen", () => desk?.wake());

  await open();
  await desk.start();
}

// Before anything connects, and before Chromium starts the process that it connects from.
dropUnsafeVariables(process.env);
if (app.requestSingleInstanceLock()) {
  registerDeskScheme();
  app.enableSandbox();
  lockDownContents();
  const log = fileLog(app.getPath("logs"), systemClock.now);
  run(log).catch((error: unknown) => {
    log.error("main.start", error);
    dialog.showErrorBox(
      "Front Desk could not start",
      "Nothing was changed or sent. Start it again; if this comes back, whoever looks after this computer finds the reason in the log.",
    );
    app.exit(1);
  });
} else {
  app.quit();
}
