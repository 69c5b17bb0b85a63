import { clipboard, type BrowserWindow } from "electron";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import { createClipboardGuard, type Copied } from "./copied.ts";
import type { DeskWindowPorts } from "../desk/desk.ts";
import { createFileDialogs } from "./file-dialogs.ts";
import { toPrintOptions } from "./sheet-options.ts";
import { createSlipFiles } from "./slip-files.ts";
import { createSystemDialogs } from "./system-dialogs.ts";
import type { Clock } from "../platform/ports.ts";
import { copyUnrecorded } from "./clipboard.ts";

type Options = {
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
  /** Ends the program and starts it again. */
  readonly restart: () => void;
  readonly flushed: DeskWindowPorts["flushed"];
  readonly drawn: () => void;
  readonly nextLink: NonNullable<DeskWindowPorts["nextLink"]>;
};
type WindowServices = DeskWindowPorts & {
  /** Takes what was copied here off the clipboard, if it is still there. */
  readonly forgetCopied: Copied["forget"];
  /** Whether the system's print dialog may be open: the page waits for it, and hangs on nothing else. */
  readonly isPrinting: () => boolean;
  /** What the system asks just now is answered with nothing. */
  readonly dropAsked: () => void;
};

/** What only Electron can do for the window: clipboard, printing, files, and starting again. */
export function createWindowServices({
  window,
  clock,
  restart,
  flushed,
  drawn,
  nextLink,
}: Options): WindowServices {
  const dialogs = createSystemDialogs(window);
  let printing = 0;
  const copied = createClipboardGuard(
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
        const options = { printBackground: false, ...(sheet === undefined ? {} : toPrintOptions(sheet)) };
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
    files: createFileDialogs(dialogs),
    slips: createSlipFiles(window, dialogs.save),
    dropAsked: dialogs.drop,
  };
}
