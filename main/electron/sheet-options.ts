import { getSheetSize, type Paper, type PaperSheet } from "../../shared/printing/paper.ts";

/** How Electron is told of a sheet of paper, in its two units. The slip has margins of its own: a label has none besides. */
const millimetresInAnInch = 25.4;
const micronsInAMillimetre = 1_000;

/** Paper that every printer knows by its name; any other goes by its size. */
const named: Readonly<Partial<Record<Paper, "Letter" | "A4">>> = { letter: "Letter", a4: "A4" };

/** For `webContents.print`, which counts in microns. The slip has its own margins, so that a label has none besides. */
export function toPrintOptions(sheet: PaperSheet) {
  const { width, height } = getSheetSize(sheet);
  return {
    margins: { marginType: "none" as const },
    pageSize: named[sheet.paper] ?? {
      width: Math.round(width * micronsInAMillimetre),
      height: Math.round(height * micronsInAMillimetre),
    },
  };
}

/** For `webContents.printToPDF`, which counts in inches. */
export function toPdfOptions(sheet: PaperSheet) {
  const { width, height } = getSheetSize(sheet);
  return {
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    pageSize: { width: width / millimetresInAnInch, height: height / millimetresInAnInch },
    printBackground: false,
    generateTaggedPDF: true,
  };
}
