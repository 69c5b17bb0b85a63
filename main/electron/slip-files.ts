import { app, type BrowserWindow } from "electron";
import { basename, join } from "node:path";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { PaperSheet } from "../../shared/printing/paper.ts";
import { say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { DeskSlips } from "../desk/desk.ts";
import { writeWholeFile } from "../platform/whole-file.ts";
import { toPdfOptions } from "./sheet-options.ts";
import type { SystemDialogs } from "./system-dialogs.ts";

const noPdf = failed(fail("internal", say("failures.desk.noPdf")));

/** What is on the window's page, as it is printed. */
async function pdfOf(window: BrowserWindow | null, sheet: PaperSheet): Promise<Result<Uint8Array>> {
  if (window === null) return noPdf;
  try {
    return ok(await window.webContents.printToPDF(toPdfOptions(sheet)));
  } catch {
    return noPdf;
  }
}

type Saving = {
  readonly choose: SystemDialogs["save"];
  readonly kind: "pdf" | "calendar";
  readonly ending: string;
  readonly date: string;
  readonly content: Uint8Array | string;
};

/** The proposed name is the day's alone: lists of recent files, and whoever looks on, learn no patient from it. */
async function save({
  choose,
  kind,
  ending,
  date,
  content,
}: Saving): Promise<Result<{ name: string | null }>> {
  const { slip } = words.desk.files;
  const options = {
    filters: [{ name: slip[kind], extensions: [ending] }],
    defaultPath: join(app.getPath("documents"), `${slip.name({ date })}.${ending}`),
  };
  const path = await choose(options);
  if (path === null) return ok({ name: null });
  const written = await writeWholeFile(path, content);
  return written.ok ? ok({ name: basename(path) }) : failed(written.failure);
}

/** The slip as a file. It is made before the dialog opens: what is saved is what was seen. */
export const createSlipFiles = (
  window: () => BrowserWindow | null,
  choose: SystemDialogs["save"],
): DeskSlips => ({
  savePdf: async ({ sheet, date }) => {
    const pdf = await pdfOf(window(), sheet);
    return pdf.ok ? save({ choose, kind: "pdf", ending: "pdf", date, content: pdf.value }) : pdf;
  },
  saveCalendar: ({ text, date }) => save({ choose, kind: "calendar", ending: "ics", date, content: text }),
});
