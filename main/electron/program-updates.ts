import { app } from "electron";
import { accessSync, constants, existsSync } from "node:fs";
import type { KeyObject } from "node:crypto";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { UpdatesState } from "../../shared/updates/updates.ts";
import type { Log } from "../platform/ports.ts";
import { systemClock, systemRandom } from "../platform/system.ts";
import type { Dispatchers } from "../http/dispatcher.ts";
import { describeCopy, findPackedFile, type Copy, type InstallPlace } from "../features/updates/copy.ts";
import type { UpdateSource } from "../features/updates/ports.ts";
import { readPublicKeys } from "../features/updates/signature.ts";
import { createUpdates, type Updates } from "../features/updates/updates.ts";
import type { Program } from "./program.ts";

/** The public keys that releases are signed with, as vite.config.ts wrote them into a package; empty: none. */
declare const builtInUpdateKeys: string;

/** Milliseconds for putting a new version in place at the end: a package is copied and looked at, macOS is waited for. */
const installsWithin = 60_000;

/** A package takes nobody's word but its own; tests of a program that is not packaged name a key. */
const keyTexts = (): string =>
  app.isPackaged ? builtInUpdateKeys : (process.env["FRONT_DESK_UPDATE_KEYS"] ?? "");

function keysOf(log: Log): readonly KeyObject[] {
  try {
    return readPublicKeys(keyTexts());
  } catch (error) {
    log.error("updates.keys", error);
    return [];
  }
}

/** Where `app-update.yml` lies. */
const resources = (): string => (app.isPackaged ? process.resourcesPath : app.getPath("userData"));

function mayWrite(file: string): boolean {
  try {
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const thisPlace = (hasKey: boolean): InstallPlace => ({
  platform: process.platform,
  // Tests of one that is not packaged, and name a key, try it as if it were.
  isPackaged: app.isPackaged || hasKey,
  hasKey,
  environment: process.env,
  resources: resources(),
  folder: dirname(process.execPath),
  productName: app.getName(),
  has: (folder, name) => existsSync(join(folder, name)),
  mayWrite,
});

type SourceParts = {
  readonly copy: Exclude<Copy, { readonly kind: "none" }>;
  readonly keys: readonly KeyObject[];
  readonly busy: () => boolean;
  readonly dispatchers: Dispatchers;
  readonly onBroken: (error: unknown) => void;
};

/** electron-updater, loaded when it is first needed. */
async function sourceOf({ copy, keys, busy, dispatchers, onBroken }: SourceParts): Promise<UpdateSource> {
  const { getCacheFolder, createElectronUpdater } = await import("../features/updates/electron-updater.ts");
  const userData = app.getPath("userData");
  return createElectronUpdater({
    copy,
    keys,
    onBroken,
    isBusy: busy,
    version: app.getVersion(),
    platform: process.platform,
    processor: process.arch,
    configFile: join(resources(), "app-update.yml"),
    cacheFolder: app.isPackaged
      ? getCacheFolder(process.platform, { home: homedir(), environment: process.env })
      : join(userData, "updates"),
    userData,
    quit: () => app.quit(),
    // The desk's own end when it is locked, and this goes on meanwhile.
    dispatchers,
    clock: systemClock,
    userAgent: `FrontDesk/${app.getVersion()}`,
  });
}

type Parts = {
  readonly emit: (state: UpdatesState) => void;
  /** How the program's requests go out; made when they are first needed. */
  readonly dispatchers: () => Promise<Dispatchers>;
  /** Leaves the program as quitting does, and starts it again. */
  readonly restart: () => void;
};

type ProgramUpdates = Updates & {
  /** Puts what is ready in place, starts the program again where that is wanted, and ends this one. */
  readonly end: (args: () => readonly string[]) => Promise<void>;
};

/** The updates of this program, as Electron has it. */
export function createProgramUpdates(
  program: Program,
  { emit, dispatchers, restart }: Parts,
): ProgramUpdates {
  const { log } = program;
  const keys = keysOf(log);
  const place = thisPlace(keys.length > 0);
  const copy = describeCopy(place);
  const atWork = () => program.desk?.atWork() ?? { busy: null, sinceChange: Infinity };
  const made: Updates = createUpdates({
    version: app.getVersion(),
    why: copy.kind === "none" ? copy.why : null,
    source: async () => {
      if (copy.kind === "none") throw new Error("This copy has no updates.");
      return sourceOf({
        copy,
        keys,
        busy: () => atWork().busy !== null,
        dispatchers: await dispatchers(),
        onBroken: (error) => made.broke(error),
      });
    },
    clock: systemClock,
    random: systemRandom,
    log,
    emit,
    busy: () => atWork().busy,
    sinceChange: () => atWork().sinceChange,
    restart,
  });
  const installed = async (): ReturnType<Updates["install"]> => {
    const otherwise = program.startsAgain ? "relaunch" : "exit";
    const late = new Promise<typeof otherwise>((resolve) =>
      systemClock.after(installsWithin, () => resolve(otherwise)),
    );
    return Promise.race([made.install(program.startsAgain), late]);
  };
  return {
    ...made,
    end: async (args) => {
      program.isOver = true;
      const left = await installed();
      // Whether or not it has updates: what runs of such a file is a folder that goes away with it.
      const execPath = findPackedFile(place);
      if (left === "relaunch")
        app.relaunch({ args: [...args()], ...(execPath === null ? {} : { execPath }) });
      app.exit(0);
    },
  };
}
