import { app, nativeTheme, powerMonitor, session } from "electron";
import { join } from "node:path";
import type { EventName, EventPayload } from "../../shared/events.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { language } from "../../messages/language.ts";
import type { LockableDesk } from "../desk/desk.ts";
import { registerAppEvents } from "./app-events.ts";
import { createSystemAttention } from "./attention.ts";
import { registerIpc, createCardWindowsFor } from "./answer-windows.ts";
import { answerProxies } from "./proxy-sign-in.ts";
import { createWindowOpener } from "./desk-window.ts";
import { createLockPorts } from "./lock-ports.ts";
import { registerOpenEvents } from "./opened-again.ts";
import { focusWindow, createQuitFlow, type Program } from "./program.ts";
import { createEditFlusher } from "./last-keystrokes.ts";
import { createLinks as keptLinks, omitLinks } from "../features/links/links.ts";
import { setMenu } from "./menu.ts";
import { denyPermissions } from "./permissions.ts";
import { systemClock } from "../platform/system.ts";
import { createProxyPasswords } from "../http/proxy-passwords.ts";
import { createProgramShutdown } from "./program-end.ts";
import { createProgramUpdates } from "./program-updates.ts";
import { serveDesk } from "./protocol.ts";
import { readPolicies, getSystemLanguage } from "./this-computer.ts";
import { createLocaleSetting } from "./spoken-language.ts";
import { blockNetwork, findSystemProxy } from "./window.ts";
import { createWindowServices } from "./window-services.ts";

/** Milliseconds that requests under way have at the end: one that is cut off leaves a booking to be checked. */
const answersWithin = 3_000;
/** Milliseconds after which the program ends, whatever does not: a keychain, a disk. */
const endsWithin = answersWithin + 1_500;
/** Milliseconds after which what the first screen does not need begins, whether it stands or not. */
const drawnWithin = 5_000;

/** A file of the build, which puts this one beside main/index.ts. */
const built = (...parts: string[]): string => join(__dirname, "..", ...parts);

type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

/** Puts the program together with Electron, and nothing else: what the desk does is built in compose.ts. */
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
      const { createDeskDispatchers } = await import("../features/policy/dispatchers.ts");
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
  const composing = Promise.all([import("./compose-here.ts"), speaking]).then(([{ createDesk }]) =>
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
export function startProgram(program: Program, onBroken: () => void): void {
  const { log } = program;
  process.on("uncaughtException", (error) => log.error("main.uncaught", error));
  process.on("unhandledRejection", (error) => log.error("main.unhandled", error));
  run(program).catch((error: unknown) => {
    if (program.isLeaving) return;
    log.error("main.start", error);
    onBroken();
  });
}
