import {
  AppImageUpdater,
  CancellationToken,
  MacUpdater,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from "electron-updater";
import { parseUpdateInfo, type ProviderRuntimeOptions } from "electron-updater/out/providers/Provider.js";
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { getChannel, readVersion } from "../../../shared/updates/version.ts";
import { say } from "../../../messages/saying.ts";
import { replaceAppImage } from "./app-image.ts";
import { endingOf, getFeedName, type Copy } from "./copy.ts";
import { download, isFileOf, type DownloadParts } from "./download.ts";
import { findFeedFile, isForUs, toPlainNotes, readFeed, type Feed, type FeedFile } from "./feed.ts";
import { readSmall } from "./http.ts";
import type { UpdateSource } from "./ports.ts";
import { getSignatureName } from "./signature.ts";
import { UpdateError } from "./update-error.ts";

/** Bytes: electron-builder's feeds are below 2 kB, with the notes of a release perhaps 20. */
const mostFeedBytes = 65_536;
const mostSignatureBytes = 1_024;
/** Milliseconds for each of the two. */
const feedWithin = 30_000;

export type SourceOptions = DownloadParts & {
  readonly copy: Exclude<Copy, { readonly kind: "none" }>;
  /** The version that runs. */
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly processor: string;
  /** Whose releases are taken. */
  readonly keys: readonly KeyObject[];
  /** Where electron-builder left `app-update.yml`: the publisher on Windows, and the name of the folder of downloads. */
  readonly configFile: string;
  /** The folder that the folder of downloads is in. */
  readonly cacheFolder: string;
  /** Where electron-updater keeps the number that a staged release looks at. */
  readonly userData: string;
  /** Ends the program, for macOS alone. */
  readonly quit: () => void;
  /** What was downloaded turned out not to do: macOS looks at it once more by itself. */
  readonly onBroken: (error: unknown) => void;
};

/** electron-updater's idea of the program, without Electron. */
const adapterOf = ({ version, configFile, cacheFolder, userData, quit }: SourceOptions) => ({
  version,
  name: "front-desk",
  // Whether this copy updates itself is decided by `describeCopy`.
  isPackaged: true,
  appUpdateConfigPath: configFile,
  userDataPath: userData,
  baseCachePath: cacheFolder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit,
  onQuit: () => undefined,
});

function updaterFor(options: SourceOptions) {
  const adapter = adapterOf(options);
  switch (options.copy.kind) {
    case "appimage":
      return new AppImageUpdater(null, adapter);
    case "nsis":
      return new NsisUpdater(null, adapter);
    case "mac":
      return new MacUpdater(undefined, adapter);
  }
}

/** A feed, and its one file for this copy: null where there is nothing to take from it. */
type Read = { readonly base: URL; readonly feed: Feed; readonly wanted: FeedFile | null };
type Taken = Read & { readonly wanted: FeedFile };

/** Fetches a feed and its signature, and believes it only if one of the keys made that. */
async function fetchFeed(options: SourceOptions, address: string, signal: AbortSignal): Promise<Read> {
  const { version, platform, processor, keys, copy } = options;
  const running = readVersion(version);
  const name = getFeedName(running === null ? "latest" : getChannel(running), platform, processor);
  const base = new URL(`${address.replace(/\/+$/, "")}/`);
  const fetched = (file: string, most: number): Promise<Buffer> =>
    readSmall(options, { url: new URL(file, base), most, within: feedWithin, signal });
  const content = await fetched(name, mostFeedBytes);
  const signature = await fetched(getSignatureName(name), mostSignatureBytes).catch((error: unknown) => {
    const isMissing = error instanceof UpdateError && error.why.id === "failures.updates.notThere";
    throw isMissing ? new UpdateError(say("failures.updates.notSigned")) : error;
  });
  const parse = (text: string): unknown => parseUpdateInfo(text, name, base);
  const feed = readFeed({ name, content, signature: signature.toString("latin1"), keys, parse });
  if (!isForUs(feed, version)) return { base, feed, wanted: null };
  const wanted = findFeedFile(feed, { ending: endingOf[copy.kind], processor });
  if (wanted === null) throw new UpdateError(say("failures.updates.noFile", { version: feed.version }));
  return { base, feed, wanted };
}

/** What electron-updater is told of a feed: one file, and what decides whether this copy is among those that take it. */
const infoOf = ({ feed, wanted }: Read): UpdateInfo => ({
  version: feed.version,
  files: wanted === null ? [] : [wanted],
  path: wanted?.url ?? "",
  sha512: wanted?.sha512 ?? "",
  releaseDate: "",
  ...(feed.stagingPercentage === undefined ? {} : { stagingPercentage: feed.stagingPercentage }),
  ...(feed.minimumSystemVersion === undefined ? {} : { minimumSystemVersion: feed.minimumSystemVersion }),
});

/** A provider that gives what was read, and nothing that was not signed. */
const providerOf = (read: () => Promise<Read>, known: () => Taken | null) =>
  class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override async getLatestVersion(): Promise<UpdateInfo> {
      return infoOf(await read());
    }
    override resolveFiles(): ResolvedUpdateFileInfo[] {
      const at = known();
      return at === null ? [] : [{ url: new URL(at.wanted.url, at.base), info: at.wanted }];
    }
  };

/**
 * electron-updater for this copy, with what it is weak at taken over: every byte comes over the app's own connections, within
 * bounds; a feed counts when its signature does; and a version must be newer in our own eyes too.
 */
export function createElectronUpdater(options: SourceOptions): UpdateSource {
  const { copy, version } = options;
  const updater = updaterFor(options);
  updater.logger = null;
  updater.autoDownload = false;
  // On macOS this hands a download to the system, which puts it in place when the program ends. Elsewhere we do.
  updater.autoInstallOnAppQuit = copy.kind === "mac";
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  updater.on("error", options.onBroken);
  let last: Read | null = null;
  let ready: { readonly file: string; readonly wanted: FeedFile; readonly version: string } | null = null;
  /** Of the download that goes on. */
  let wish: Pick<Parameters<typeof download>[1], "signal" | "onBytes"> | null = null;
  Object.assign(updater, {
    httpExecutor: {
      download: async (url: URL, file: string): Promise<void> => {
        const found = latest();
        if (wish === null || found === null) throw new UpdateError(say("failures.updates.other"));
        await download(options, { url, file, wanted: found.wanted, ...wish });
      },
    },
  });
  return {
    check: async (feed, signal) => {
      last = null;
      const read = async (): Promise<Read> => (last = await fetchFeed(options, feed, signal));
      updater.setFeedURL({ provider: "custom", updateProvider: providerOf(read, latest) });
      const result = await updater.checkForUpdates();
      const found = latest();
      if (result?.isUpdateAvailable !== true || found === null) return null;
      return { version: found.feed.version, notes: toPlainNotes(found.feed.releaseNotes) };
    },
    download: async (onProgress, signal) => {
      const found = latest();
      if (found === null || !isForUs(found.feed, version))
        throw new UpdateError(say("failures.updates.other"));
      const { wanted } = found;
      const onBytes = (received: number, isHeld: boolean): void =>
        onProgress(Math.floor((100 * received) / wanted.size), isHeld);
      wish = { signal, onBytes };
      ready = null;
      try {
        const [file = ""] = await updater.downloadUpdate(new CancellationToken());
        ready = { file, wanted, version: found.feed.version };
      } finally {
        wish = null;
      }
    },
    install: async (restarts) => {
      if (ready === null || !isForUs(ready, version)) return "exit";
      if (updater instanceof MacUpdater) {
        if (restarts) updater.quitAndInstall();
        return restarts ? "quits" : "exit";
      }
      if (copy.kind === "appimage") {
        await replaceAppImage(ready.file, { file: copy.file, wanted: ready.wanted });
        return restarts ? "relaunch" : "exit";
      }
      // It has lain on the disk since: what is started is what was signed for.
      if (!(await isFileOf(ready.file, ready.wanted)))
        throw new UpdateError(say("failures.updates.changedSince"));
      if (!updater.install(true, restarts)) throw new UpdateError(say("failures.updates.notInstalled"));
      return "exit";
    },
  };

  /** What the last check found for this copy. */
  function latest(): Taken | null {
    return last === null || last.wanted === null ? null : { ...last, wanted: last.wanted };
  }
}

/** Where each system keeps what can be fetched again. */
export function getCacheFolder(
  platform: NodeJS.Platform,
  { home, environment }: { readonly home: string; readonly environment: NodeJS.ProcessEnv },
): string {
  if (platform === "win32") return environment["LOCALAPPDATA"] ?? join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Caches");
  const xdg = environment["XDG_CACHE_HOME"] ?? "";
  return xdg.startsWith("/") ? xdg : join(home, ".cache");
}
