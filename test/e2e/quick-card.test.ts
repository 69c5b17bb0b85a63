import { pathToFileURL } from "node:url";
import { chromium, type Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languages } from "../../messages/language.ts";
import { placeCard } from "../../scripts/quick-card.ts";
import { findChromium, realSurroundings } from "../../tools/chromium-host/host/chromium/find-chromium.ts";
import { words } from "../../messages/words.ts";
import { borrowApp, pictureFile, withPictures } from "../support/app.ts";
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

it.each([
  ["Letter", { width: 216, height: 279 }],
  ["A4", { width: 210, height: 297 }],
] as const)(
  "from the list of shortcuts it prints on one page of %s, whatever the theme",
  async (format, size) => {
    const desk = await borrowApp();
    const { page } = desk;
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await page.setViewportSize({ width: 1366, height: 669 });
    const below = async (name: string): Promise<number> => {
      const box = await page.getByRole("dialog").getByRole("button", { name }).boundingBox();
      return box === null ? Number.NaN : Math.max(0, box.y + box.height - 669);
    };
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: words.shell.shortcuts.title }).waitFor();
    expect(await below(words.shell.shortcuts.card)).toBe(0);
    await page.getByRole("button", { name: words.shell.shortcuts.card }).click();
    await page.getByRole("dialog", { name: words.shell.shortcuts.card }).waitFor();
    expect(await below(words.shell.shortcuts.print)).toBe(0);
    await page.emulateMedia({ colorScheme: "dark" });
    await desk.picture(`quick-card-dialog-${format}`);
    const margin = { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" };
    expect(pagesOf(await page.pdf({ format, margin }))).toEqual([size]);
    await page.emulateMedia({ colorScheme: null });
    await desk.dispose();
  },
);
