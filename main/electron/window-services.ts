import { clipboard, type BrowserWindow } from "electron";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { copiedTexts, type Copied } from "./copied.ts";
import type { DeskWindow } from "../desk/desk.ts";
import { fileDialogs } from "./file-dialogs.ts";
import { printOptions } from "./sheet-options.ts";
import { slipFiles } from "./slip-files.ts";
import { systemDialogs } from "./system-dialogs.ts";
import type { Clock } from "../platform/ports.ts";
import { copyUnrecorded } from "./clipboard.ts";

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
  readonly forgetCopied: Copied["forget"];
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
  let printing = 0;
  const copied = copiedTexts(
    {
      write: (text) => void copyUnrecorded(text),
      read: () => clipboard.readText(),
      clear: () => clipboard.clear(),
    },
    clock,
  );
  return {
    copy: copied.copy,
    forgetCopied: copied.forget,
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
