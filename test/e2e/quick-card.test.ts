import { pathToFileURL } from "node:url";
import { chromium, type Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languages } from "../../messages/language.ts";
import { placeCard } from "../../scripts/quick-card.ts";
import { findChromium, realSurroundings } from "../../tools/chromium-host/host/chromium/find-chromium.ts";
import { pictureFile, withPictures } from "../support/app.ts";
import { pagesOf } from "../support/pdf.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(realSurroundings()) });
});
afterAll(() => browser.close());

describe.each(languages)("the quick card in %s", (tag) => {
  it.each([
    ["Letter", { width: 216, height: 279 }],
    ["A4", { width: 210, height: 297 }],
  ] as const)("prints on one page of %s", async (format, size) => {
    const page = await browser.newPage({ viewport: { width: 816, height: 1_056 } });
    await page.goto(pathToFileURL(placeCard(tag)).href);
    if (withPictures) await page.screenshot({ path: pictureFile(`quick-card-${tag}`), fullPage: true });
    expect(pagesOf(await page.pdf({ format }))).toEqual([size]);
    await page.close();
  });
});
