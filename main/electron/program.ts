import { app, BrowserWindow, dialog } from "electron";
import type { Saying } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { Desk } from "../desk.ts";
import { mayLeave } from "../leaving.ts";
import type { Log } from "../platform/ports.ts";
import type { QuitWords } from "../quit-words.ts";
import type { DeskWindow } from "./window.ts";

/** What changes while the program runs. */
export type Program = {
  readonly log: Log;
  shown: DeskWindow | null;
  desk: Desk | null;
  /** The desk, also while it is still being put together. */
  composing: Promise<Desk> | null;
  /** It is decided that the program ends. */
  isLeaving: boolean;
  startsAgain: boolean;
};

/** Puts a question over the window; true when it is answered with the first button, or nobody is there to ask. */
export async function ask(
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
export function leaver(program: Program, save: () => Promise<Saying | null>): () => Promise<void> {
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
