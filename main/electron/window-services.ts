import { clipboard, type BrowserWindow } from "electron";
import { fail, failed, ok } from "../../contract/failure.ts";
import { say } from "../../messages/saying.ts";
import type { DeskWindow } from "../desk.ts";
import { fileDialogs } from "./file-dialogs.ts";
import { printOptions } from "../sheet-options.ts";
import { slipFiles } from "./slip-files.ts";
import { systemDialogs } from "./system-dialogs.ts";
import type { Clock } from "../platform/ports.ts";
import { copyUnrecorded } from "./clipboard.ts";

const clipboardMilliseconds = 60_000;

type Options = {
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
  /** Ends the program and starts it again. */
  readonly restart: () => void;
  readonly flushed: DeskWindow["flushed"];
  readonly drawn: () => void;
  readonly nextLink: NonNullable<DeskWindow["nextLink"]>;
};
type WindowServices = DeskWindow & {
  /** Takes what was copied here off the clipboard, if it is still there. */
  readonly forgetCopied: () => Promise<void>;
  /** Whether the system's print dialog may be open: the page waits for it, and hangs on nothing else. */
  readonly isPrinting: () => boolean;
  /** What the system asks just now is answered with nothing. */
  readonly dropAsked: () => void;
};

/** What only Electron can do for the window: clipboard, printing, files, and starting again. */
export function windowServices({
  window,
  clock,
  restart,
  flushed,
  drawn,
  nextLink,
}: Options): WindowServices {
  const dialogs = systemDialogs(window);
  let ours: string | null = null;
  let printing = 0;
  // Patient data does not stay on the clipboard; what somebody else put there since does.
  const forgetCopied = async (): Promise<void> => {
    const text = ours;
    if (text !== null && (await clipboard.readText()) === text) clipboard.clear();
  };
  return {
    copy: (text) => {
      ours = text;
      void copyUnrecorded(text);
      clock.after(clipboardMilliseconds, () => {
        if (ours === text) void forgetCopied();
      });
    },
    forgetCopied,
    isPrinting: () => printing > 0,
    print: (sheet) =>
      new Promise((resolve) => {
        const contents = window()?.webContents;
        if (contents === undefined)
          return resolve(failed(fail("internal", say("failures.desk.nothingToPrint"))));
        printing += 1;
        const options = { printBackground: false, ...(sheet === undefined ? {} : printOptions(sheet)) };
        contents.print(options, (printed, reason) => {
          printing -= 1;
          const cancelled = reason === "Print job canceled";
          if (printed || cancelled) resolve(ok({}));
          else resolve(failed(fail("internal", say("failures.desk.notPrinted"))));
        });
      }),
    // A moment, so that the window hears the answer first.
    restart: () => void clock.after(500, restart),
    flushed,
    drawn,
    nextLink,
    files: fileDialogs(dialogs),
    slips: slipFiles(window, dialogs.save),
    dropAsked: dialogs.drop,
  };
}
