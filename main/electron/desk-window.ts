import { app } from "electron";
import { words } from "../../messages/words.ts";
import { createPageRecovery } from "./page-recovery.ts";
import type { CardWindows } from "../features/cards/card-window.ts";
import { systemClock } from "../platform/system.ts";
import { askPerson, type Program } from "./program.ts";
import { formatBrokenPageQuestion } from "../desk/quit-words.ts";
import { openDeskWindow } from "./window.ts";

type Parts = {
  /** The file of the window's preload. */
  readonly preload: string;
  readonly leave: () => Promise<void>;
  readonly cards: CardWindows;
  readonly isPrinting: () => boolean;
  /** Saves what was typed. */
  readonly saveTyped: () => Promise<unknown>;
};

/** Answers what opens the desk's window, and looks after it. */
export function createWindowOpener(
  program: Program,
  { preload, leave, cards, isPrinting, saveTyped }: Parts,
): () => Promise<void> {
  const recover = createPageRecovery({
    clock: systemClock,
    log: program.log,
    reload: () => {
      if (!program.isLeaving) program.shown?.browserWindow.webContents.reload();
    },
    // Escape ends nothing.
    ask: () =>
      askPerson(program, formatBrokenPageQuestion(), {
        yes: words.desk.loadAgain,
        no: words.desk.quit,
        escape: "yes",
      }),
    quit: async () => {
      await leave();
      return program.isLeaving;
    },
  });
  return async () => {
    const opened = openDeskWindow({
      preload,
      stateDirectory: app.getPath("userData"),
      title: app.getName(),
      onGone: (reason) => void recover(reason),
      onPageGone: () => program.desk?.pageGone(),
      mayWait: isPrinting,
    });
    program.shown = opened;
    opened.browserWindow.on("close", (event) => {
      event.preventDefault();
      void leave();
    });
    // A call is looked at.
    opened.browserWindow.on("focus", () => {
      opened.browserWindow.flashFrame(false);
      // Where its folder cannot be watched, as it may not be there yet.
      void program.policy.look();
    });
    // Windows ends programs at a sign-out without another word. All but the last keystrokes is on the disk by then.
    opened.browserWindow.on("query-session-end", () => void saveTyped());
    opened.browserWindow.on("closed", () => {
      program.shown = null;
      cards.close();
    });
    await opened.loaded;
  };
}
