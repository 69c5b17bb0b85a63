import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PrintToPDFOptions } from "electron";
import type { ElectronApplication } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

const sample = createSampleApp();
let app: ElectronApplication;
beforeAll(async () => {
  ({ app } = await launchWithPage(sample));
}, 30_000);
afterAll(async () => {
  await endSample(app);
  await sample.remove();
});

/** The PDF's text, byte by byte, or why there is none. */
const pdfWith = (options: PrintToPDFOptions, css = ""): Promise<string> =>
  app.evaluate(
    async ({ BrowserWindow }, given) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      await contents?.insertCSS(given.css);
      try {
        return (await contents?.printToPDF(given.options))?.toString("latin1") ?? "";
      } catch (error) {
        return String(error);
      }
    },
    { options, css },
  );
/** Of each page, in points, rounded. */
const pages = (pdf: string): readonly string[] =>
  [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [width, height].map((each) => Math.round(Number(each))).join(" × "),
  );

describe("printToPDF", () => {
  it.each<[string, PrintToPDFOptions, string]>([
    ["Letter where nothing is said", {}, "612 × 792"],
    ["a known size, as Electron rounds it", { pageSize: "A4" }, "596 × 843"],
    ["a known size on its side", { pageSize: "Letter", landscape: true }, "792 × 612"],
    ["a size of its own, in inches", { pageSize: { width: 2, height: 3.5 } }, "144 × 252"],
  ])("makes pages of %s", async (_what, options, size) => {
    expect(pages(await pdfWith(options))).toEqual([size]);
  });

  it("leaves margins as they are asked for: what fits without them needs a second page with them", async () => {
    const css =
      "body { margin: 0 } h1 { box-sizing: border-box; height: 0.95in; margin: 0; border: 1px solid }";
    const pageSize = { width: 2, height: 1 };
    const none = { top: 0, bottom: 0, left: 0, right: 0 };
    expect(pages(await pdfWith({ pageSize, margins: none }, css))).toHaveLength(1);
    expect(pages(await pdfWith({ pageSize })).length).toBeGreaterThan(1);
  });

  it("takes the page's own size only where that is wanted", async () => {
    const css = "@page { size: 4in 5in }";
    expect(pages(await pdfWith({ preferCSSPageSize: true }, css))).toEqual(["288 × 360"]);
    expect(pages(await pdfWith({ preferCSSPageSize: false }))).toEqual(["612 × 792"]);
  });

  it.each<[PrintToPDFOptions, string]>([
    [{ pageSize: "B5" as "A4" }, "Invalid pageSize B5"],
    [
      { pageSize: { width: 3 } as { width: number; height: number } },
      "width and height properties are required",
    ],
    [
      { pageSize: { width: 1, height: 1 }, margins: { top: 2 } },
      "margins must be less than or equal to pageSize",
    ],
  ])("%j is refused in Electron's words", async (options, why) => {
    expect(await pdfWith(options)).toContain(why);
  });
});
