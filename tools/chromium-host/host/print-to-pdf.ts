import type { PrintToPDFOptions } from "electron";
import type { CdpSession } from "./chromium/cdp.ts";

/** Inches, as Electron has them. */
const formats: Readonly<Record<string, readonly [width: number, height: number]>> = {
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
  ledger: [17, 11],
  a0: [33.1, 46.8],
  a1: [23.4, 33.1],
  a2: [16.54, 23.4],
  a3: [11.7, 16.54],
  a4: [8.27, 11.7],
  a5: [5.83, 8.27],
  a6: [4.13, 5.83],
};

function sizeOf(pageSize: NonNullable<PrintToPDFOptions["pageSize"]>): readonly [number, number] {
  if (typeof pageSize === "string") {
    const known = formats[pageSize.toLowerCase()];
    if (known === undefined) throw new Error(`Invalid pageSize ${pageSize}`);
    return known;
  }
  const { width, height } = pageSize;
  if (typeof width !== "number" || typeof height !== "number")
    throw new TypeError("width and height properties are required for pageSize");
  return [width, height];
}

const usualMargin = 0.4;

/** Lays a page out for paper: Electron's options in Chromium's own words, with what Electron takes where one is left out. */
export async function printToPdf(session: CdpSession, options: PrintToPDFOptions = {}): Promise<Buffer> {
  const { pageSize = "Letter", margins = {}, ...rest } = options;
  const [paperWidth, paperHeight] = sizeOf(pageSize);
  const { top = usualMargin, bottom = usualMargin, left = usualMargin, right = usualMargin } = margins;
  if ([top, bottom].some((each) => each > paperHeight) || [left, right].some((each) => each > paperWidth))
    throw new Error("margins must be less than or equal to pageSize");
  const { data } = await session.send("Page.printToPDF", {
    landscape: false,
    printBackground: false,
    preferCSSPageSize: false,
    generateTaggedPDF: false,
    ...rest,
    paperWidth,
    paperHeight,
    marginTop: top,
    marginBottom: bottom,
    marginLeft: left,
    marginRight: right,
  });
  return Buffer.from(data, "base64");
}
