import { app, clipboard, type BrowserWindow } from "electron";
import { fail, failed, ok } from "../contract/failure.ts";
import type { Services } from "./ipc/services.ts";
import type { Clock } from "./platform/ports.ts";

const clipboardMilliseconds = 60_000;

type Options = { readonly window: () => BrowserWindow | null; readonly clock: Clock };
type WindowServices = Services["window"] & {
  /**
   * Settles when the window has saved what was typed, or after two seconds. Answers why something could not be
   * saved; null when nothing is known to be unsaved.
   */
  readonly afterFlush: () => Promise<string | null>;
};

/** What only Electron can do for the window: clipboard, printing, and waiting for its last keystrokes. */
export function windowServices({ window, clock }: Options): WindowServices {
  let waiting: ((unsaved: string | null) => void) | null = null;
  let ours: string | null = null;
  const clearOwn = async (text: string): Promise<void> => {
    if ((await clipboard.readText()) === text) clipboard.clear();
  };
  return {
    copy: (text) => {
      ours = text;
      void clipboard.writeText(text);
      // Patient data does not stay on the clipboard; what somebody else put there since does.
      clock.after(clipboardMilliseconds, () => {
        if (ours === text) void clearOwn(text);
      });
    },
    print: () =>
      new Promise((resolve) => {
        const contents = window()?.webContents;
        if (contents === undefined) return resolve(failed(fail("internal", "There is no window to print.")));
        contents.print({ printBackground: false }, (printed, reason) => {
          const cancelled = reason === "Print job canceled";
          if (printed || cancelled) resolve(ok({}));
          else
            resolve(failed(fail("internal", "The slip was not printed. Check the printer, then try again.")));
        });
      }),
    restart: () => {
      // A moment, so that the window hears the answer first.
      clock.after(500, () => {
        app.relaunch();
        app.quit();
      });
    },
    flushed: (unsaved) => waiting?.(unsaved),
    afterFlush: () =>
      new Promise((resolve) => {
        const cancel = clock.after(2_000, () => resolve(null));
        waiting = (unsaved) => {
          cancel();
          waiting = null;
          resolve(unsaved);
        };
      }),
  };
}
