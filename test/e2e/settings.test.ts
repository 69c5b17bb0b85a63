import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settingsPages } from "../../renderer/lib/settings-pages.ts";
import { choosePatient, go, newBooking, startApp, step, type TestApp } from "../support/app.ts";
import { seen } from "../support/seen.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { words } from "../../messages/words.ts";

/** What is set up, and what becomes of it on other screens. */
let desk: TestApp;
let page: Page;

const { settings: says } = words;
const main = (): Locator => page.getByRole("main");
const label = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
const search = (): Locator => page.getByRole("searchbox", { name: says.search.label });
const inRow = (id: string): Locator => page.locator(`[data-setting="${id}"]`);
const entry = (name: keyof typeof says.pages): Locator =>
  page
    .getByRole("tablist", { name: says.search.index })
    .getByRole("tab", { name: says.pages[name], exact: true });

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.setViewportSize({ width: 1366, height: 768 });
  await button(words.signIn.practice.start).click();
  await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
  await go(page, "settings");
});
afterAll(() => desk.dispose());

describe("the screen", () => {
  it("begins where the other screens begin, and its list of pages stays as it is whichever is chosen", async () => {
    const lefts: number[] = [];
    for (const name of ["patients", "bookings", "outbox", "webhooks", "handover", "settings"] as const) {
      await go(page, name);
      const title = page.getByRole("heading", { level: 1, name: words.shell.screens[name] });
      lefts.push((await title.boundingBox())?.x ?? 0);
    }
    expect(new Set(lefts).size).toBe(1);
    const list = page.getByRole("tablist", { name: says.search.index });
    const heights: number[] = [];
    for (const { page: each } of settingsPages) {
      await entry(each).click();
      heights.push((await list.boundingBox())?.height ?? 0);
    }
    expect(new Set(heights).size).toBe(1);
    await entry("services").click();
    const ends = await page.getByRole("table", { name: says.services.label }).evaluate((table) => {
      const cells = (row: string): number[] =>
        [0, 2].map((at) => {
          const range = document.createRange();
          range.selectNodeContents(table.querySelectorAll(row)[0]?.children[at] ?? table);
          return Math.round(range.getBoundingClientRect().right);
        });
      return [cells("thead tr"), cells("tbody tr")];
    });
    expect(ends[0]).toEqual(ends[1]);
    await entry("connection").click();
  });

  // window-22: Settings have a search and an index
  it("finds settings by their words, and Enter goes to what was found", { tags: ["window-22"] }, async () => {
    await search().fill("phone");
    await page.getByText(says.search.found({ count: 1, text: "phone" })).waitFor();
    await expect.poll(() => inRow("theme").isVisible()).toBe(false);
    await search().press("Enter");
    const phone = label(says.phone.label);
    await expect.poll(() => phone.evaluate((box) => box === document.activeElement)).toBe(true);
    await phone.fill("2175550188");
    await phone.press("Tab");
    await expect.poll(() => phone.inputValue()).toBe("(217) 555-0188");
    await inRow("servicePhone")
      .getByText(says.saved({ kept: desk.keychain === null ? "memory" : "disk" }))
      .waitFor();
    await search().fill("");
    await inRow("connection").waitFor();
  });

  it("goes from page to page by the arrow keys, and on to a page's heading by Enter", async () => {
    await entry("connection").focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => inRow("hours").isVisible()).toBe(true);
    expect(await inRow("connection").isVisible()).toBe(false);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await entry("booking").getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
      .toBe(says.sections.booking);
  });

  it("has every page whole in view or scrolling alone, and none of it cut off, in the least windows", async () => {
    for (const [width, height] of [
      [1366, 669],
      [1024, 669],
      [683, 384],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of settingsPages.map((each) => each.page)) {
        await entry(name).click();
        await desk.picture(`settings/${name}-${String(width)}`);
        const { misfits } = await seen(page, "[A-Za-z]");
        expect.soft(misfits, `${name} at ${String(width)}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1366, height: 768 });
  });
});

describe("what is set", () => {
  // visit-14: Opening hours, by which the wizard warns, are a setting
  it(
    "hours warn in the wizard, on their own day, and the billing type is chosen there",
    { tags: ["visit-14"] },
    async () => {
      await entry("clinic").click();
      const closes = label(says.hours.closes({ day: "Friday" }));
      await closes.fill("1");
      await closes.press("Tab");
      await expect.poll(() => closes.inputValue()).toBe("1:00 PM");
      await entry("booking").click();
      await label(says.billing.label).selectOption("Monthly Invoice");
      await inRow("billing")
        .getByRole("button", { name: says.undoOf({ section: says.billing.label }) })
        .waitFor();
      await newBooking(page);
      await choosePatient(page, "maria");
      await step(page, "visit").click();
      await label(words.booking.label.date).fill("3/7/2031");
      await label(words.booking.label.time).fill("2pm");
      await label(words.booking.label.time).press("Tab");
      const warning = words.booking.visit.outsideHours({ opens: "07:00", closes: "13:00" });
      await main().getByText(warning).waitFor();
      await label(words.booking.label.date).fill("3/6/2031");
      await label(words.booking.label.date).press("Tab");
      await expect.poll(() => main().getByText(warning).count()).toBe(0);
      await step(page, "billing").click();
      await expect
        .poll(() =>
          page.getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] }).isChecked(),
        )
        .toBe(true);
      await go(page, "settings");
    },
  );
});

describe("services as a file", () => {
  // window-19: Visit types move between desks as a file
  it(
    "are exported, and come back with what was changed in the file after a look at it",
    { tags: ["window-19"] },
    async () => {
      const path = join(temporaryFolder(), "services.csv");
      await desk.app.evaluate(({ dialog }, file) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: file });
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
      }, path);
      await entry("services").click();
      await button(says.services.export).click();
      await inRow("services")
        .getByText(says.services.exported({ file: "services.csv" }))
        .waitFor();
      const text = readFileSync(path, "utf8");
      writeFileSync(
        path,
        `${text.replace("Flu vaccination", "Flu shot")}300,"Eye exam, adult",30\r\nx,Bad,5\r\n`,
      );
      await button(says.services.import).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(says.import.wrong({ count: 1 })).waitFor();
      await dialog.getByRole("button", { name: says.import.take({ count: 2 }) }).click();
      await inRow("services").getByRole("rowheader", { name: "Eye exam, adult", exact: true }).waitFor();
      await inRow("services").getByRole("rowheader", { name: "Flu shot", exact: true }).waitFor();
      await inRow("services")
        .getByRole("button", { name: says.undoOf({ section: says.services.label }) })
        .click();
      await inRow("services").getByRole("rowheader", { name: "Flu vaccination", exact: true }).waitFor();
    },
  );
});

describe("one patient", () => {
  it("is deleted after a question, and found nowhere any more", async () => {
    await entry("records").click();
    const box = label(says.retention.one.label);
    await box.fill("brandt");
    await inRow("eraseOne").getByRole("option").first().click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: says.retention.yes }).click();
    await inRow("eraseOne")
      .getByText(says.retention.erased({ count: 1 }))
      .waitFor();
    const found = await page.evaluate(() =>
      window.desk.invoke("patients.search", { text: "brandt", limit: 5 }),
    );
    expect(found).toMatchObject({ ok: true, value: { patients: [] } });
    expect(desk.errors).toEqual([]);
  });
});
