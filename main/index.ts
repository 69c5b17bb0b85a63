import { app, dialog, nativeTheme, powerMonitor, session } from "electron";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventName, EventPayload } from "../shared/events.ts";
import type { Settings } from "../shared/settings/settings.ts";
import { language } from "../messages/language.ts";
import { speak, words } from "../messages/words.ts";
import { createLazySecretStore, createMemorySecretStore } from "./platform/secret-store.ts";
import type { LockableDesk } from "./desk/desk.ts";
import { registerAppEvents } from "./electron/app-events.ts";
import { createSystemAttention } from "./electron/attention.ts";
import { registerIpc, createCardWindowsFor } from "./electron/answer-windows.ts";
import { answerProxies } from "./electron/proxy-sign-in.ts";
import { createWindowOpener } from "./electron/desk-window.ts";
import { createLockPorts } from "./electron/lock-ports.ts";
import { registerOpenEvents } from "./electron/opened-again.ts";
import { focusWindow, createQuitFlow, createProgram, type Program } from "./electron/program.ts";
import { createEditFlusher } from "./electron/last-keystrokes.ts";
import { createLinks as keptLinks, omitLinks } from "./features/links/links.ts";
import { setMenu } from "./electron/menu.ts";
import { denyPermissions } from "./electron/permissions.ts";
import { findUnwantedSwitches } from "./platform/command-line.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { createFileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock } from "./platform/system.ts";
import { createProxyPasswords } from "./http/proxy-passwords.ts";
import { chooseProfile } from "./electron/profile.ts";
import { createProgramShutdown } from "./electron/program-end.ts";
import { createProgramUpdates } from "./electron/program-updates.ts";
import { registerDeskScheme, serveDesk } from "./electron/protocol.ts";
import { readPolicies, getSystemLanguage } from "./electron/this-computer.ts";
import { createLocaleSetting } from "./electron/spoken-language.ts";
import { lockDownContents, blockNetwork, findSystemProxy } from "./electron/window.ts";
import { createWindowServices } from "./electron/window-services.ts";

/** Puts the program together with Electron, and nothing else: what the desk does is built in compose.ts. */
const built = (...parts: string[]): string => join(__dirname, "..", ...parts);

/** Milliseconds that requests under way have at the end: one that is cut off leaves a booking to be checked. */
const answersWithin = 3_000;
/** Milliseconds after which the program ends, whatever does not: a keychain, a disk. */
const endsWithin = answersWithin + 1_500;
/** Milliseconds after which what the first screen does not need begins, whether it stands or not. */
const drawnWithin = 5_000;

type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

async function run(program: Program): Promise<void> {
  const { log } = program;
  const emit: Emit = (name, payload) => {
    const { desk, shown } = program;
    if (name === "settings.changed" && desk !== null) heedSettings(desk.settings());
    shown?.send(name, payload);
  };
  const showMenu = (): void =>
    setMenu({
      platform: process.platform,
      name: app.getName(),
      run: (name) => {
        // Whatever the page does meanwhile; without a PIN it says how to set one.
        if (name === "lock" && program.desk?.mayLock() === true) void program.desk.lock("person");
        else emit("command", { name });
      },
    });
  const spoken = createLocaleSetting({
    file: join(app.getPath("userData"), "language"),
    system: getSystemLanguage,
    set: () => program.policy.current().policy?.language,
    onChange: () => {
      showMenu();
      emit("language.changed", { language });
      cards.speak(language);
    },
    log,
  });
  const heedSettings = (settings: Settings): void => {
    nativeTheme.themeSource = settings.theme;
    updates.heed(settings.updates);
    void spoken.choose(settings.language);
  };
  const typed = createEditFlusher({ ask: (request) => emit("flush", { request }), clock: systemClock });
  const leave = createQuitFlow(program, typed.save);
  const links = keptLinks({
    tell: () => emit("link.waits", {}),
    bringUp: () => focusWindow(program),
    hint: () => {
      const window = program.shown?.browserWindow;
      if (window?.isFocused() === false) window.flashFrame(true);
    },
    clock: systemClock,
    log,
  });
  // Before anything is waited for.
  registerOpenEvents(app, {
    program,
    links,
    bringUp: () => focusWindow(program),
    args: process.argv.slice(1),
  });
  const window = createWindowServices({
    window: () => program.shown?.browserWindow ?? null,
    clock: systemClock,
    flushed: typed.saved,
    drawn: () => {
      program.firstScreen.resolve();
      links.drawn();
    },
    nextLink: links.next,
    restart: () => {
      program.startsAgain = true;
      void leave();
    },
  });
  const updates = createProgramUpdates(program, {
    emit: (state) => emit("updates.changed", state),
    // The desk's own end when it is locked, and these go on meanwhile.
    dispatchers: async () => {
      const { createDeskDispatchers } = await import("./features/policy/dispatchers.ts");
      return createDeskDispatchers({
        clock: systemClock,
        resolveProxy: findSystemProxy,
        policy: program.policy,
        proxyPasswords: passwords,
      });
    },
    restart: window.restart,
  });
  const end = createProgramShutdown({
    stops: [window.forgetCopied, async () => (await program.composing)?.stop(answersWithin)],
    within: endsWithin,
    // The link that it was started with has been followed; one that has not comes along. An update's own installer, which
    // starts the next version itself, takes none: on the disk, where it would have to wait, no patient's number is to lie.
    exit: () => void updates.end(() => [...omitLinks(process.argv.slice(1)), ...links.rest()]),
    clock: systemClock,
    log,
  });
  const cards = createCardWindowsFor(program, built);
  const open = createWindowOpener(program, {
    preload: built("preload", "index.cjs"),
    leave,
    cards,
    isPrinting: window.isPrinting,
    saveTyped: typed.save,
  });

  [program.policy] = await Promise.all([readPolicies(log), app.whenReady()]);
  registerAppEvents({ app, powerMonitor, process }, program, { leave, end, open });
  const passwords = createProxyPasswords({ secrets: program.secrets, log });
  answerProxies(passwords, log);
  denyPermissions(session.defaultSession);
  await blockNetwork(session.defaultSession);
  // An import begins with the next turn, when the window has been asked for: words are most of what main loads by then.
  const speaking = spoken.choose(spoken.chosen());
  serveDesk(session.defaultSession.protocol, built("renderer"), speaking);
  const onNeedsPerson = createSystemAttention({
    window: () => program.shown?.browserWindow ?? null,
    onWanted: (what) => emit("command", { name: what === "denied" ? "go-bookings" : "go-outbox" }),
  });
  // First of all: the window loads while the desk's own code is, and the keychain and the disk are waited for.
  const opening = open();
  const composing = Promise.all([import("./electron/compose-here.ts"), speaking]).then(([{ createDesk }]) =>
    createDesk(program, {
      built,
      window,
      updates,
      openCardWindow: cards.open,
      emit,
      language: spoken.chosen,
      onNeedsPerson,
      policy: program.policy,
      proxyPasswords: passwords,
      lockPorts: createLockPorts(program, { ...window, typed, cards }),
    }),
  );
  systemClock.after(drawnWithin, program.firstScreen.resolve);
  program.composing = composing;
  registerIpc(program, composing, cards);
  await speaking;
  showMenu();
  await Promise.all([
    opening,
    composing.then((desk) => {
      // What the organization sets holds with nobody signed in, too.
      heedSettings(desk.settings());
      return begin(program, desk);
    }),
  ]);
}

async function begin(program: Program, desk: LockableDesk): Promise<void> {
  program.desk = desk;
  if (!program.isLeaving) await desk.start();
}

/** Runs the program; `onBroken` is told when it does not start. */
function start(program: Program, onBroken: () => void): void {
  const { log } = program;
  process.on("uncaughtException", (error) => log.error("main.uncaught", error));
  process.on("unhandledRejection", (error) => log.error("main.unhandled", error));
  run(program).catch((error: unknown) => {
    if (program.isLeaving) return;
    log.error("main.start", error);
    onBroken();
  });
}

/** Moves what the program keeps, before anything is kept: the lock stands in that folder too. */
function keepIn(folder: string): void {
  app.setPath("userData", folder);
  // On macOS logs have a folder of their own, by the program's name.
  app.setAppLogsPath(join(folder, "logs"));
}

const ownLog = (): Log => createFileLog(app.getPath("logs"), systemClock.now);

/** What no program may do without, before Electron is ready. */
function lockDown(): void {
  registerDeskScheme();
  app.enableSandbox();
  lockDownContents();
}

/** Whose records and keychain these are. */
function ownProfile() {
  const { userData, keychain } = chooseProfile({
    isPackaged: app.isPackaged,
    name: app.getName(),
    appData: app.getPath("appData"),
    chosen: app.commandLine.getSwitchValue("user-data-dir"),
  });
  if (userData !== null) keepIn(userData);
  const secrets = createLazySecretStore(async () => {
    const { createKeytarSecretStore } = await import("./features/session/keytar-secret-store.ts");
    return createKeytarSecretStore({ service: keychain, clock: systemClock });
  });
  return { secrets };
}

/** Prints how the way to the service is, and ends: beside a desk that is open, too. */
function checkOnly(): void {
  const { secrets } = ownProfile();
  lockDown();
  const log = ownLog();
  void import("./electron/check-connection.ts")
    .then(({ checkConnection }) => checkConnection({ log, secrets }))
    .catch((error: unknown) => {
      log.error("main.check", error);
      app.exit(2);
    });
}

/** The desk, once. */
function openDesk(): void {
  const { secrets } = ownProfile();
  if (!app.requestSingleInstanceLock()) return app.quit();
  lockDown();
  start(createProgram(ownLog(), secrets), () => {
    // It may have broken before there were any words.
    void speak(language)
      .then(() => dialog.showErrorBox(words.desk.notStarted.title, words.desk.notStarted.text))
      .finally(() => app.exit(1));
  });
}

/** The same program in an empty folder of its own, without a keychain, which tells how it stands here and ends. */
function checkItself(report: string): void {
  keepIn(mkdtempSync(join(tmpdir(), "front-desk-self-check-")));
  lockDown();
  const program = createProgram(ownLog(), createMemorySecretStore());
  const { promise: broken, resolve: onBroken } = Promise.withResolvers<void>();
  start(program, onBroken);
  void import("./electron/self-check.ts").then(({ runSelfCheck }) =>
    runSelfCheck({ program, broken, report }),
  );
}

// Before anything connects, and before Chromium starts the process that it connects from.
dropUnsafeVariables(process.env);
// A developer's copy is steered by them, by the tests as well.
if (app.isPackaged)
  for (const name of findUnwantedSwitches(process.argv.slice(1), process.platform))
    app.commandLine.removeSwitch(name);
const report = app.commandLine.getSwitchValue("self-check");
if (report !== "") checkItself(report);
else if (app.commandLine.hasSwitch("check")) checkOnly();
else openDesk();
