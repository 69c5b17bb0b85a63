import { watch, type FSWatcher } from "node:fs";
import type { Clock } from "../../platform/ports.ts";

/** Milliseconds that a file has to be written wholly, since its folder last said that something is new. */
export const settled = 500;

type Options = {
  readonly folder: string;
  readonly clock: Pick<Clock, "after">;
  readonly onChange: () => void;
  /** The system's own unless given. Throws where the folder cannot be watched. */
  readonly watching?: (folder: string, heard: () => void) => Pick<FSWatcher, "on" | "close">;
};

export type FolderWatch = {
  /** Tries again where nothing is watched. */
  readonly begin: () => void;
  readonly stop: () => void;
};

const bySystem: NonNullable<Options["watching"]> = (folder, heard) =>
  watch(folder, { persistent: false }, heard);

/** Watches a folder that may come later. Where none can be watched, somebody looks now and then. */
export function watchFolder({ folder, clock, onChange, watching = bySystem }: Options): FolderWatch {
  let watcher: Pick<FSWatcher, "on" | "close"> | null = null;
  let isEnded = false;
  let cancel = (): void => undefined;
  const drop = (): void => {
    watcher?.close();
    watcher = null;
  };
  const heard = (): void => {
    cancel();
    cancel = clock.after(settled, onChange);
  };
  const begin = (): void => {
    if (watcher !== null || isEnded) return;
    try {
      watcher = watching(folder, heard);
    } catch {
      return;
    }
    watcher.on("error", drop);
  };
  begin();
  return {
    begin,
    stop: () => {
      isEnded = true;
      cancel();
      drop();
    },
  };
}
