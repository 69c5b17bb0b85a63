import { app, dialog, nativeTheme, session } from "electron";
import { join } from "node:path";
import { cardChannel, cardOrigin } from "../contract/card.ts";
import type { EventName, EventPayload } from "../contract/events.ts";
import type { Settings } from "../contract/records/settings.ts";
import { invokeChannel } from "../contract/routes.ts";
import { isLanguage, language, preferredLanguage, type Language } from "../messages/language.ts";
import { words } from "../messages/words.ts";
import { keytarSecretStore } from "./account/keytar-secret-store.ts";
import { composeDesk } from "./compose.ts";
import type { Desk, DeskOptions } from "./desk.ts";
import { deskOrigin } from "./desk-files.ts";
import { heedApp } from "./electron/app-events.ts";
import { systemAttention } from "./electron/attention.ts";
import { opener } from "./electron/desk-window.ts";
import { leaver, type Program } from "./electron/program.ts";
import { registerRoutes } from "./ipc/register.ts";
import { lastKeystrokes } from "./last-keystrokes.ts";
import { setMenu } from "./electron/menu.ts";
import { cardWindows, type CardWindows } from "./payment/card-window.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { fileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock, systemRandom } from "./platform/system.ts";
import { programEnd } from "./program-end.ts";
import { registerDeskScheme, serveDesk } from "./electron/protocol.ts";
import { spokenLanguage } from "./spoken-language.ts";
import { denyPermissions, lockDownContents, shutIn, systemProxy } from "./electron/window.ts";
import { windowServices } from "./electron/window-services.ts";

/** Puts the program together with Electron, and nothing else: what the desk does is built in compose.ts. */
const built = (...parts: string[]): string => join(__dirname, "..", ...parts);

/** Milliseconds that requests under way have at the end: one that is cut off leaves a booking to be checked. */
const answersWithin = 3_000;
/** Milliseconds after which the program ends, whatever does not: a keychain, a disk. */
const endsWithin = answersWithin + 1_500;
/** Milliseconds after which what the first screen does not need begins, whether it stands or not. */
const drawnWithin = 5_000;

function platform(): "win32" | "darwin" | "linux" {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}

/** The computer's language. Tests of a program that is not packaged name one, or the pseudo-locale, instead. */
function systemLanguage(): Language {
  const wanted = app.isPackaged ? undefined : process.env["FRONT_DESK_LANGUAGE"];
  return isLanguage(wanted) ? wanted : preferredLanguage(app.getPreferredSystemLanguages());
}

type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Builds the desk. `parts` are those that only Electron has. */
function compose(
  log: Log,
  parts: Pick<
    DeskOptions,
    "window" | "openCardWindow" | "emit" | "language" | "onNeedsPerson" | "firstScreen"
  >,
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

/** Lets each window call its own part of the desk, and wait for it where it is still being put together. */
function answerWindows(program: Program, composing: Promise<Desk>, cards: CardWindows): void {
  const { log } = program;
  registerRoutes({
    channel: invokeChannel,
    route: async (name, input) => (await composing).route(name, input),
    origin: deskOrigin,
    windowIds: () => new Set(program.shown === null ? [] : [program.shown.browserWindow.id]),
    log,
  });
  registerRoutes({
    channel: cardChannel,
    route: async (name, input) => {
      cards.loaded();
      return (await composing).cardRoute(name, input);
    },
    origin: cardOrigin,
    windowIds: cards.ids,
    log,
  });
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
  const firstScreen = Promise.withResolvers<void>();
  const window = windowServices({
    window: () => program.shown?.browserWindow ?? null,
    clock: systemClock,
    flushed: typed.saved,
    drawn: firstScreen.resolve,
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
  const open = opener(program, {
    preload: built("preload", "index.cjs"),
    leave,
    cards,
    isPrinting: window.isPrinting,
  });

  await app.whenReady();
  await spoken.choose(spoken.chosen());
  heedApp(program, { leave, end, open });
  denyPermissions(session.defaultSession);
  await shutIn(session.defaultSession);
  serveDesk(session.defaultSession.protocol, built("renderer"));
  const onNeedsPerson = systemAttention({
    window: () => program.shown?.browserWindow ?? null,
    onWanted: () => emit("command", { name: "go-outbox" }),
  });
  // First of all: the window loads while the keychain and the disk are waited for.
  const opening = open();
  const composing = compose(log, {
    window,
    openCardWindow: cards.open,
    emit,
    language: spoken.chosen,
    onNeedsPerson,
    firstScreen: firstScreen.promise,
  });
  systemClock.after(drawnWithin, firstScreen.resolve);
  program.composing = composing;
  answerWindows(program, composing, cards);
  showMenu();
  await Promise.all([opening, composing.then((desk) => begin(program, desk))]);
}

async function begin(program: Program, desk: Desk): Promise<void> {
  program.desk = desk;
  if (!program.isLeaving) await desk.start();
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
