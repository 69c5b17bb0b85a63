import { app, dialog } from "electron";
import { dirname, join } from "node:path";
import { mostUndoSeconds } from "../../shared/outbox/undo-seconds.ts";
import { describeProgram } from "../features/about/about.ts";
import { createLockableDesk } from "../desk/lockable-desk.ts";
import type { DeskOptions, LockableDesk, LockPorts } from "../desk/desk.ts";
import { readLogFiles } from "../platform/file-log.ts";
import { systemClock, systemRandom } from "../platform/system.ts";
import type { Program } from "./program.ts";
import { findSystemProxy } from "./window.ts";
import { cleanLine } from "../../shared/text/clean-text.ts";
import { words } from "../../messages/words.ts";
import type { AskPlace } from "../features/lock/new-places.ts";

/**
 * Asks in the system's own dialog, over the window, which no page can press or write into. Return, Escape and closing it are
 * no.
 */
const askPlaceOver =
  (program: Program): AskPlace =>
  async ({ use, place, name = "", others = 0 }, signal) => {
    const { shown } = program;
    if (shown === null || signal.aborted) return false;
    const { response } = await dialog.showMessageBox(shown.browserWindow, {
      type: "question",
      message: words.places.ask[use].message({ place, name: cleanLine(name), others }),
      detail: words.places.ask[use].detail,
      buttons: [words.places.allow, words.ui.cancel],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
      signal,
    });
    return response === 0;
  };

function platform(): "win32" | "darwin" | "linux" {
  return process.platform === "win32" || process.platform === "darwin" ? process.platform : "linux";
}

/** Where Electron's own files lie: beside the program, on a Mac inside of it. */
const besideProgram = (): string =>
  process.platform === "darwin" ? process.resourcesPath : dirname(process.execPath);

/** As long as people have to undo a booking; tests of a program that is not packaged do not sit through it. */
function undoSeconds(): Pick<DeskOptions, "undoSeconds"> {
  const wanted = Number.parseInt(app.isPackaged ? "" : (process.env["FRONT_DESK_UNDO_SECONDS"] ?? ""), 10);
  return wanted >= 0 && wanted <= mostUndoSeconds ? { undoSeconds: wanted } : {};
}

/** What the program has made before: the parts that only Electron has. */
type Parts = Pick<
  DeskOptions,
  | "window"
  | "updates"
  | "openCardWindow"
  | "emit"
  | "language"
  | "onNeedsPerson"
  | "policy"
  | "proxyPasswords"
> & {
  readonly lockPorts: LockPorts;
  /** The path of a file of the build. */
  readonly built: (...parts: string[]) => string;
};

/** Builds the desk on this computer, for whoever uses it. */
export function createDesk(program: Program, { built, ...parts }: Parts): Promise<LockableDesk> {
  const { log, secrets, firstScreen } = program;
  return createLockableDesk({
    directory: join(app.getPath("userData"), "records"),
    version: app.getVersion(),
    platform: platform(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    secrets,
    clock: systemClock,
    random: systemRandom,
    log,
    logFiles: () => readLogFiles(app.getPath("logs")),
    resolveProxy: findSystemProxy,
    askPlace: askPlaceOver(program),
    firstScreen: firstScreen.promise,
    ...undoSeconds(),
    about: () =>
      describeProgram({
        version: app.getVersion(),
        electron: process.versions["electron"],
        chromium: process.versions["chrome"],
        licensesFile: built("licenses.json"),
        chromiumLicenses: join(besideProgram(), "LICENSES.chromium.html"),
      }),
    ...parts,
  });
}
