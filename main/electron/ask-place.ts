import { dialog } from "electron";
import { cleanLine } from "../../shared/text/clean-text.ts";
import { words } from "../../messages/words.ts";
import type { AskPlace } from "../features/lock/new-places.ts";
import type { Program } from "./program.ts";

/**
 * Asks in the system's own dialog, over the window, which no page can press or write into. Return, Escape and closing it are
 * no.
 */
export const askPlaceOver =
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
