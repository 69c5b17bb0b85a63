import { app, dialog } from "electron";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { language } from "../messages/language.ts";
import { speak, words } from "../messages/words.ts";
import { createLazySecretStore, createMemorySecretStore } from "./platform/secret-store.ts";
import { otherPrograms } from "./electron/other-programs.ts";
import { startProgram } from "./electron/run-program.ts";
import { createProgram } from "./electron/program.ts";
import { findUnwantedSwitches } from "./platform/command-line.ts";
import { dropUnsafeVariables } from "./platform/environment.ts";
import { createFileLog } from "./platform/file-log.ts";
import type { Log } from "./platform/ports.ts";
import { systemClock } from "./platform/system.ts";
import { chooseProfile } from "./electron/profile.ts";
import { registerDeskScheme } from "./electron/protocol.ts";
import { lockDownContents } from "./electron/window.ts";

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

/** Something else than the desk, which may be open beside it. */
function runInstead(runOther: (typeof otherPrograms)[string]): void {
  const { secrets } = ownProfile();
  lockDown();
  const log = ownLog();
  void runOther({ log, secrets }).catch((error: unknown) => {
    // The name that logs and support know, from when the connection check was the only one.
    log.error("main.check", error);
    app.exit(2);
  });
}

/** The desk, once. */
function openDesk(): void {
  const { secrets } = ownProfile();
  if (!app.requestSingleInstanceLock()) return app.quit();
  lockDown();
  startProgram(createProgram(ownLog(), secrets), () => {
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
  startProgram(program, onBroken);
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
// The program's look at itself, another program, or the desk.
const report = app.commandLine.getSwitchValue("self-check");
const [, other] = Object.entries(otherPrograms).find(([name]) => app.commandLine.hasSwitch(name)) ?? [];
if (report !== "") checkItself(report);
else if (other !== undefined) runInstead(other);
else openDesk();
