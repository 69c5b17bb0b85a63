import { app, BrowserWindow, dialog } from "electron";
import type { Saying } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { SecretStore } from "../platform/secret-store.ts";
import type { LockableDesk } from "../desk/desk.ts";
import { createQuitConfirmation } from "./leaving.ts";
import type { Log } from "../platform/ports.ts";
import type { QuitWords } from "../desk/quit-words.ts";
import { noPolicy, type PolicySource } from "../features/policy/policy-source.ts";
import type { DeskWindow } from "./window.ts";

/** What changes while the program runs. */
export type Program = {
  readonly log: Log;
  readonly secrets: SecretStore;
  /** Settled when the first screen stands, or was waited for long enough. */
  readonly firstScreen: PromiseWithResolvers<void>;
  /** What the organization sets; nothing until it was read. */
  policy: PolicySource;
  shown: DeskWindow | null;
  desk: LockableDesk | null;
  /** The desk, also while it is still being put together. */
  composing: Promise<LockableDesk> | null;
  /** It is decided that the program ends. */
  isLeaving: boolean;
  startsAgain: boolean;
  /** Nothing is waited for any more: the next that ends it does. */
  isOver: boolean;
};

/** A page that is not there yet, or no longer, has nothing to save. */
export function isPageThere({ shown }: Program): boolean {
  const contents = shown?.browserWindow.webContents;
  return contents !== undefined && !contents.isCrashed() && !contents.isLoadingMainFrame();
}

/** Brings the window to the front. */
export function focusWindow({ shown }: Program): void {
  if (shown?.browserWindow.isMinimized() === true) shown.browserWindow.restore();
  shown?.browserWindow.focus();
}

export const createProgram = (log: Log, secrets: SecretStore): Program => ({
  log,
  secrets,
  firstScreen: Promise.withResolvers(),
  policy: noPolicy,
  shown: null,
  desk: null,
  composing: null,
  isLeaving: false,
  startsAgain: false,
  isOver: false,
});

type Buttons = {
  readonly yes: string;
  readonly no: string;
  /** Which of the two Escape is, and closing the question. */
  readonly escape: "yes" | "no";
};

/** Puts a question over the window; true when it is answered with yes, or nobody is there to ask. */
export async function askPerson(
  { shown }: Program,
  { message, detail, loses }: QuitWords,
  { yes, no, escape }: Buttons,
): Promise<boolean> {
  if (shown === null) return true;
  const { response } = await dialog.showMessageBox(shown.browserWindow, {
    type: loses ? "warning" : "info",
    message,
    detail,
    buttons: [yes, no],
    defaultId: 0,
    cancelId: escape === "yes" ? 0 : 1,
    // Windows would make links of what it does not know as a button's usual words.
    noLink: true,
  });
  return response === 0;
}

/** Ends the program if a person has nothing against it; `save` saves what was typed. */
export function createQuitFlow(program: Program, save: () => Promise<Saying | null>): () => Promise<void> {
  const may = createQuitConfirmation({
    // The page of a locked desk has nothing either, and could not tell.
    save: async () => (isPageThere(program) && program.desk?.isLocked() !== true ? save() : null),
    suspend: () => program.desk?.suspend() ?? (() => undefined),
    unfinished: () => {
      try {
        return program.desk?.quitWords() ?? null;
      } catch (error) {
        // Records that cannot be read just now must not keep the window from closing.
        program.log.error("main.unfinished", error);
        return null;
      }
    },
    ask: (question) =>
      askPerson(program, question, { yes: words.desk.quit, no: words.desk.stay, escape: "no" }),
  });
  return async () => {
    if (!(await may())) {
      program.startsAgain = false;
      return;
    }
    program.isLeaving = true;
    program.shown?.close();
    for (const window of BrowserWindow.getAllWindows()) if (!window.isDestroyed()) window.destroy();
    app.quit();
  };
}
