import { app, BrowserWindow, dialog, nativeTheme, powerMonitor, session } from "electron";
import { join } from "node:path";
import { cardChannel, cardOrigin } from "../contract/card.ts";
import type { EventName, EventPayload } from "../contract/events.ts";
import type { Settings } from "../contract/records/settings.ts";
import { invokeChannel } from "../contract/routes.ts";
import type { Saying } from "../messages/saying.ts";
import { isLanguage, language, preferredLanguage, type Language } from "../messages/language.ts";
import { words } from "../messages/words.ts";
import { keytarSecretStore } from "./account/keytar-secret-store.ts";
import { composeDesk } from "./compose.ts";
import type { Desk, DeskOptions } from "./desk.ts";
import { deskOrigin } from "./desk-files.ts";
import { registerRoutes } from "./ipc/register.ts";
import { lastKeystrokes } from "./last-keystrokes.ts";
import { mayLeave } from "./leaving.ts";
import { setMenu } from "./menu.ts";
import { pageRecovery } from "./page-recovery.ts";
import { cardWindows, type CardWindows } from "./payment/card-window.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { fileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock, systemRandom } from "./platform/system.ts";
import { programEnd } from "./program-end.ts";
import { brokenWords, type QuitWords } from "./quit-words.ts";
import { registerDeskScheme, serveDesk } from "./protocol.ts";
import { spokenLanguage } from "./spoken-language.ts";
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

/** The computer's language. Tests of a program that is not packaged name one, or the pseudo-locale, instead. */
function systemLanguage(): Language {
  const wanted = app.isPackaged ? undefined : process.env["FRONT_DESK_LANGUAGE"];
  return isLanguage(wanted) ? wanted : preferredLanguage(app.getPreferredSystemLanguages());
}

/** What changes while the program runs. */
type Program = {
  readonly log: Log;
  shown: DeskWindow | null;
  desk: Desk | null;
  /** The desk, also while it is still being put together. */
  composing: Promise<Desk> | null;
  /** It is decided that the program ends. */
  isLeaving: boolean;
  startsAgain: boolean;
};

type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Puts a question over the window; true when it is answered with the first button, or nobody is there to ask. */
async function ask(
  { shown }: Program,
  { message, detail, loses }: QuitWords,
  buttons: readonly [string, string],
): Promise<boolean> {
  if (shown === null) return true;
  const { response } = await dialog.showMessageBox(shown.browserWindow, {
    type: loses ? "warning" : "info",
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/** Ends the program if a person has nothing against it; `save` saves what was typed. */
function leaver(program: Program, save: () => Promise<Saying | null>): () => Promise<void> {
  const may = mayLeave({
    save: async () => {
      const contents = program.shown?.browserWindow.webContents;
      // A page that is not there yet, or no longer, has nothing to save.
      const isThere = contents !== undefined && !contents.isCrashed() && !contents.isLoadingMainFrame();
      return isThere ? save() : null;
    },
    unfinished: () => {
      try {
        return program.desk?.quitWords() ?? null;
      } catch (error) {
        // Records that cannot be read just now must not keep the window from closing.
        program.log.error("main.unfinished", error);
        return null;
      }
    },
    ask: (question) => ask(program, question, [words.desk.quit, words.desk.stay]),
  });
  return async () => {
    if (!(await may())) {
      program.startsAgain = false;
      return;
    }
    program.isLeaving = true;
    program.shown?.close();
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    app.quit();
  };
}

/** Builds the desk. `parts` are those that only Electron has. */
function compose(
  log: Log,
  parts: Pick<DeskOptions, "window" | "openCardWindow" | "emit" | "language">,
): Promise<Desk> {
  return composeDesk({
    directory: join(app.getPath("userData"), "records"),
    version: app.getVersion(),
    platform: platform(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    secrets: keytarSecretStore({ service: app.getName(), clock: systemClock }),
    clock: systemClock,
    random: systemRandom,
    log,
    resolveProxy: systemProxy,
    ...parts,
  });
}

/** Lets each window call its own part of the desk. */
function answerWindows(program: Program, { route, cardRoute }: Desk, cards: CardWindows): void {
  const { log } = program;
  registerRoutes({
    channel: invokeChannel,
    route,
    origin: deskOrigin,
    windowIds: () => new Set(program.shown === null ? [] : [program.shown.browserWindow.id]),
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
}

type Wishes = {
  readonly leave: () => Promise<void>;
  readonly end: () => void;
  readonly open: () => Promise<void>;
};

/** What the system and the person want of the program. */
function heedApp(program: Program, { leave, end, open }: Wishes): void {
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

function cardWindowsOf(program: Program): CardWindows {
  return cardWindows({
    preload: built("preload", "payment.cjs"),
    root: built("card"),
    title: () => words.desk.cardTitle({ app: app.getName() }),
    parent: () => program.shown?.browserWindow ?? null,
    denyPermissions,
  });
}

/** Opens the desk's window. */
function opener(
  program: Program,
  { leave, cards, isPrinting }: Pick<Wishes, "leave"> & { cards: CardWindows; isPrinting: () => boolean },
): () => Promise<void> {
  const recover = pageRecovery({
    clock: systemClock,
    log: program.log,
    reload: () => {
      if (!program.isLeaving) program.shown?.browserWindow.webContents.reload();
    },
    ask: () => ask(program, brokenWords(), [words.desk.loadAgain, words.desk.quit]),
    quit: () => void leave(),
  });
  return async () => {
    const opened = openDeskWindow({
      preload: built("preload", "index.cjs"),
      stateDirectory: app.getPath("userData"),
      title: app.getName(),
      onGone: (reason) => void recover(reason),
      mayWait: isPrinting,
    });
    program.shown = opened;
    opened.browserWindow.on("close", (event) => {
      event.preventDefault();
      void leave();
    });
    opened.browserWindow.on("closed", () => {
      program.shown = null;
      cards.close();
    });
    await opened.loaded;
  };
}

async function run(program: Program): Promise<void> {
  const { log } = program;
  const emit: Emit = (name, payload) => {
    const { desk, shown } = program;
    if (name === "settings.changed" && desk !== null) heedSettings(desk.settings());
    shown?.send(name, payload);
  };
  const showMenu = (): void =>
    setMenu({ platform: process.platform, name: app.getName(), run: (name) => emit("command", { name }) });
  const spoken = spokenLanguage({
    file: join(app.getPath("userData"), "language"),
    system: systemLanguage,
    onChange: () => {
      showMenu();
      emit("language.changed", { language });
      cards.speak(language);
    },
    log,
  });
  const heedSettings = (settings: Settings): void => {
    nativeTheme.themeSource = settings.theme;
    void spoken.choose(settings.language);
  };
  const typed = lastKeystrokes({ ask: (request) => emit("flush", { request }), clock: systemClock });
  const leave = leaver(program, typed.save);
  const window = windowServices({
    window: () => program.shown?.browserWindow ?? null,
    clock: systemClock,
    flushed: typed.saved,
    restart: () => {
      program.startsAgain = true;
      void leave();
    },
  });
  const end = programEnd({
    stops: [window.forgetCopied, async () => (await program.composing)?.stop(answersWithin)],
    within: endsWithin,
    exit: () => {
      if (program.startsAgain) app.relaunch();
      app.exit(0);
    },
    clock: systemClock,
    log,
  });
  const cards = cardWindowsOf(program);
  const open = opener(program, { leave, cards, isPrinting: window.isPrinting });

  await app.whenReady();
  await spoken.choose(spoken.chosen());
  heedApp(program, { leave, end, open });
  denyPermissions(session.defaultSession);
  await shutIn(session.defaultSession);
  serveDesk(session.defaultSession.protocol, built("renderer"));
  program.composing = compose(log, { window, openCardWindow: cards.open, emit, language: spoken.chosen });
  const desk = await program.composing;
  program.desk = desk;
  answerWindows(program, desk, cards);
  if (program.isLeaving) return;
  showMenu();
  await open();
  await desk.start();
}

function start(log: Log): void {
  process.on("uncaughtException", (error) => log.error("main.uncaught", error));
  process.on("unhandledRejection", (error) => log.error("main.unhandled", error));
  const program: Program = {
    log,
    shown: null,
    desk: null,
    composing: null,
    isLeaving: false,
    startsAgain: false,
  };
  run(program).catch((error: unknown) => {
    if (program.isLeaving) return;
    log.error("main.start", error);
    dialog.showErrorBox(words.desk.notStarted.title, words.desk.notStarted.text);
    app.exit(1);
  });
}

// Before anything connects, and before Chromium starts the process that it connects from.
dropUnsafeVariables(process.env);
if (app.requestSingleInstanceLock()) {
  registerDeskScheme();
  app.enableSandbox();
  lockDownContents();
  start(fileLog(app.getPath("logs"), systemClock.now));
} else {
  app.quit();
}
