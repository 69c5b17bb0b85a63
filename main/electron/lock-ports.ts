import { powerMonitor, systemPreferences } from "electron";
import type { LockPorts } from "../desk/desk.ts";
import { deskPage } from "./desk-files.ts";
import type { LastKeystrokes } from "./last-keystrokes.ts";
import type { CardWindows } from "../features/cards/card-window.ts";
import { isPageThere, type Program } from "./program.ts";

type Parts = {
  readonly typed: LastKeystrokes;
  readonly cards: Pick<CardWindows, "close">;
  readonly forgetCopied: () => Promise<void>;
  readonly dropAsked: () => void;
};

/**
 * The system's own prompt. macOS has Touch ID; Electron has none for Windows Hello, and Linux has none at all: there it is
 * the PIN alone.
 */
function systemPrompt(program: Program): LockPorts["prompt"] {
  if (process.platform !== "darwin" || !systemPreferences.canPromptTouchID()) return null;
  return {
    ask: async (reason) => {
      try {
        await systemPreferences.promptTouchID(reason);
        return true;
      } catch {
        // Another finger, or a press on Cancel: the system counts those itself.
        program.log.info("lock.prompt-refused");
        return false;
      }
    },
  };
}

/** What locking the desk needs of Electron. */
export const createLockPorts = (
  program: Program,
  { typed, cards, forgetCopied, dropAsked }: Parts,
): LockPorts => ({
  // A page that is not there yet, or no longer, has nothing to save and does not hang.
  saveTyped: () => (isPageThere(program) ? typed.saveAndTell() : Promise.resolve({ place: null })),
  hide: () => {
    cards.close();
    dropAsked();
    void forgetCopied();
  },
  reload: (hangs) => {
    // What the page asked for while it saved what was typed.
    dropAsked();
    const contents = program.shown?.browserWindow.webContents;
    if (contents === undefined || program.isLeaving) return;
    // It is then a page that is gone, and is loaded again as every such page.
    if (hangs) return contents.forcefullyCrashRenderer();
    // A page of its own, not a reload: nothing of a form comes back.
    contents.loadURL(deskPage).catch((error: unknown) => program.log.error("lock.not-loaded", error));
  },
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  prompt: systemPrompt(program),
});
